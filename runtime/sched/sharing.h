// sharing.h: how HECs come by each other's sparks: --spark-share=. One file for each way; sched/spark.c asks by this
// alone.
#pragma once
#include "state/hecs.h"

typedef struct {
  // may h find a spark in another one's pool? h is no surplus one, here and in find
  bool (*have)(GphHec *h);
  W (*find)(GphHec *h);     // one of another's, which h has taken (gph_spark_take) and evaluates; 0: none
  void (*give)(GphHec *h);  // h comes by between threads, at the end of a time slice or after a collection
  void (*wake)(bool all);   // there are new sparks: somebody who sleeps is woken, or all are
} GphSharing;
extern const GphSharing gph_sharing_steal, gph_sharing_push;
