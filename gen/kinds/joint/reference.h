/* reference.h: the joint of the reference, for the files that compare a solver
 * with the reference. */
#ifndef BRISTLE_JOINT_GLUE_H
#define BRISTLE_JOINT_GLUE_H

#include "kinds/joint/joint.h"
#include "reference/joint/joint.h"

/* Returns the joint's parameters; its functions call the spec as long as the
 * run lives. */
RefJoint joint_reference(const Joint *joint);
/* The joint has a compensation. */
RefCompensator joint_reference_compensator(const Joint *joint);

#endif
