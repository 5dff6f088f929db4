// spark_report.h: the report on sparks by the place in the program that made them. See spark_report.c.
#pragma once

void gph_spark_report(void);  // at the end: on stderr, and the sites' counts into the event log
