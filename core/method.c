/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "method.h"

const OndChoice ond_boundaries[] = {
  [OND_BOUNDARY_MIRROR] = { "mirror", "Mirror",
                            "The volume reflected at its faces (SciPy: reflect)" },
  [OND_BOUNDARY_NEAREST] = { "nearest", "Nearest",
                             "The outermost voxels continued (SciPy: nearest)" },
  [OND_BOUNDARY_ZERO] = { "zero", "Zero", "Zero outside (SciPy: constant)" },
  [OND_BOUNDARY_MEAN] = { "mean", "Mean", "The mean of the valid voxels outside" },
  [OND_BOUNDARY_PERIODIC] = { "periodic", "Periodic", "The volume repeated (SciPy: wrap)" },
  { NULL, NULL, NULL },
};

const OndChoice ond_fills[] = {
  [OND_FILL_LOCAL] = { "local", "Local",
                       "Invalid voxels take a Gaussian mean of their valid neighbours" },
  [OND_FILL_MEAN] = { "mean", "Mean", "Invalid voxels take the mean of the valid ones" },
  [OND_FILL_ZERO] = { "zero", "Zero", "Invalid voxels count as 0" },
  { NULL, NULL, NULL },
};

const OndChoice ond_borders[] = {
  { "keep", "Keep", "Statistics cover all voxels" },
  { "exclude", "Exclude", "Statistics leave out voxels nearer to a face than the wavelet reaches" },
  { NULL, NULL, NULL },
};

OndMethod
ond_method_default (void)
{
  return (OndMethod){ OND_BOUNDARY_MIRROR, OND_SAMPLING_CONTINUOUS, OND_FILL_LOCAL, FALSE };
}

gboolean
ond_method_equal (const OndMethod *a, const OndMethod *b)
{
  return a->boundary == b->boundary && a->sampling == b->sampling && a->fill == b->fill
         && a->exclude_border == b->exclude_border;
}
