// spark.h: sparks: creation, finding one to run, pruning. See spark.c.
#pragma once
#include "sched/hec.h"
bool gph_spark_available(GphHec *h);                  // for h: some pool is not empty (--spark-share=push: its own, or one of which it was given)
void gph_spark_give(GphHec *h);                       // --spark-share=push: some of h's sparks to idle HECs; between threads
GphThread *gph_spark_thread(GphHec *h);               // a thread that runs sparks
W gph_spark_next_c(GphReg *R);                        // for it: the next spark, or 0: exit
