// spark.h: sparks: creation, finding one to run, pruning. See spark.c.
#pragma once
#include "sched/hec.h"
bool gph_spark_available(void);                       // some pool is not empty
GphThread *gph_spark_thread(GphHec *h);               // a thread that runs sparks
W gph_spark_next_c(GphReg *R);                        // for it: the next spark, or 0: exit
