/* fit_axis.c: the key `axis` of a joint: what a fit knows of the machine around
 * the friction. In: the key's table. Out: a JointAxis. */
#include "base/base.h"
#include "kinds/joint/fit.h"

#define AT(member) offsetof(JointAxis, member)
const Field joint_axis_fields[JOINT_AXIS_FIELDS] = {
    {"inertia", FIELD_NUMBER, AT(inertia), .range = RANGE_NOT_NEGATIVE,
     .low = 1e-12, .high = 1e9, .unit = "kg or kg m^2",
     .help = "inertia of the axis; that of loop by default"},
    {"gravity", FIELD_NUMBER, AT(gravity), .range = RANGE_NOT_NEGATIVE,
     .low = 1e-12, .high = 1e9, .unit = "N or N m",
     .help = "force or torque of gravity gravity*sin(q - at) against q"},
    {"at", FIELD_NUMBER, AT(at), .unit = "m or rad",
     .help = "where the axis hangs at rest"},
    {"gain", FIELD_NUMBER, AT(gain), .range = RANGE_POSITIVE, .low = 1e-12,
     .high = 1e12, .fallback = 1, .unit = "N or N m per unit of the drive",
     .help = "force or torque for a unit of the log's column drive"}};
#undef AT

void joint_read_axis(Joint *j, const Value *value)
{
  Run *run = j->model.run;
  j->axis.gain = 1;
  if (value)
    spec_read(run, value, "axis", joint_axis_fields, JOINT_AXIS_FIELDS,
              &j->axis);
  if (j->axis.inertia == 0 && j->loop) j->axis.inertia = j->loop->inertia;
  j->has_axis = value != NULL;
}
