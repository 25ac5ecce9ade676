/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The seam between the engine and whatever computes: a table of functions, plain C, no GLib and no
 * CUDA types. The CPU fills it in backend-fftw.c, and a GPU module exports one. Only backends.c
 * and spectra.c call through it.
 *
 * A backend sees padded samples only: boundary modes, invalid voxels and units are the engine's
 * affair. So are failures: a call of another backend that fails is repeated by the CPU (spectra.h),
 * whatever was written to its results by then. */
#pragma once

#include "geometry.h"
#include "wavelet-formula.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OND_BACKEND_ABI 2u

typedef enum
{
  OND_OK = 0,
  OND_UNAVAILABLE, /* no device, driver or library: will not work in this process */
  OND_NO_MEMORY,   /* recoverable: ask for less, or use another backend */
  OND_LOST,        /* the device is dead for this process: of its images, close() alone follows */
  OND_CANCELLED,
  OND_FAILED /* this call failed; see why */
} OndStatus;

/* Requests of the sliders overtake those of a sweep; each lane has its own scratch memory. */
typedef enum
{
  OND_LANE_INTERACTIVE,
  OND_LANE_SWEEP,
  OND_N_LANES
} OndLane;

/* What accompanies every call. `cancelled` is asked from any thread of the backend, at least every
 * 50 ms, and may block while a more urgent lane computes. */
typedef struct
{
  OndLane lane;
  int threads;
  int (*cancelled) (void *data);
  void *data;
  char why[256]; /* filled when the status is not OND_OK */
} OndCall;

typedef struct
{
  char name[128];                     /* "CPU, 2 threads", or the GPU's own name */
  uint64_t memory_total, memory_free; /* bytes; 0 when not known */
} OndDevice;

/* What is transformed. The volume's own voxels are 0 ... crop-1 of the padded grid along each axis;
 * the padding that lies before voxel 0 is at the end of the axis (the transform is periodic). */
typedef struct
{
  int32_t size[OND_N_AXES]; /* padded */
  int32_t crop[OND_N_AXES];
  double edge[OND_N_AXES];
  int rank; /* 2 or 3 */
  OndSampling sampling;
  int exclude_border; /* statistics leave out voxels nearer than the wavelet's reach to a face */
  double dc;          /* exact sum of the padded original: replaces the transform's own bin 0 */
} OndDomain;

typedef enum
{
  OND_PASS_SLICES,
  OND_PASS_STATS,
  OND_PASS_VOLUME,
  OND_PASS_ENERGY,
  OND_N_PASSES
} OndPass;

typedef struct
{
  /* of the device's memory, the host's for the CPU */
  uint64_t open_bytes; /* held by an open image */
  uint64_t pass_bytes; /* more, while the pass runs */
} OndNeed;

/* Sums over the valid voxels of a response W. */
typedef struct
{
  uint64_t n;       /* valid voxels; the rest is meaningless when 0 */
  double sum, sum2; /* of W and W^2 */
  double min, max;
  uint64_t at_max; /* lowest index of the maximum in the volume, x fastest */
} OndMoments;

/* Who is handed responses that nobody stores. A call that is repeated hands all of them out again,
 * so what becomes of a voxel must not depend on how often it comes. */
typedef struct
{
  /* w[0 ... n-1] of voxels first ... first + n - 1 of the volume, x fastest, of the call's i-th
   * wavelet. From any thread of the backend; w is read only during the call. */
  void (*take) (void *data, int i, uint64_t first, const float *w, uint64_t n);
  void *data;
} OndVisitor;

typedef struct OndImage
    OndImage; /* an open, transformed image; immutable, usable from any thread */

typedef struct
{
  uint32_t abi; /* OND_BACKEND_ABI */
  const char *name;
  OndStatus (*probe) (OndDevice *device, OndCall *call);
  OndStatus (*estimate) (const OndDomain *domain, OndPass pass, OndNeed *need, OndCall *call);

  /* padded: float[size z][size y][size x], read only during the call. invalid: uint8_t[crop z][crop
   * y][crop x], 1 for voxels that statistics leave out, or NULL; kept, so it must outlive the
   * image. */
  OndStatus (*open) (const OndDomain *domain, const float *padded, const uint8_t *invalid,
                     OndImage **image, OndCall *call);

  /* The slices of the response through voxel `at`: out[i] is the one across axis i,
   * float[vertical][horizontal] of ond_slice_vertical (i), or NULL when not wanted, which saves the
   * last step of it. */
  OndStatus (*slices) (OndImage *image, const OndWavelet *wavelet, const int32_t at[OND_N_AXES],
                       float *out[OND_N_AXES], OndCall *call);

  /* Moments of n responses, none of which is stored. */
  OndStatus (*stats) (OndImage *image, const OndWavelet *wavelets, int n, OndMoments *moments,
                      OndCall *call);

  /* Sum of W^2 over the padded grid by Parseval's theorem, without an inverse transform, for n
   * responses. */
  OndStatus (*energy) (OndImage *image, const OndWavelet *wavelets, int n, double *energy,
                       OndCall *call);

  /* The response itself, float[crop z][crop y][crop x], and its moments unless NULL. */
  OndStatus (*volume) (OndImage *image, const OndWavelet *wavelet, float *out, OndMoments *moments,
                       OndCall *call);

  /* Moments of n responses, and each voxel of each to the visitor as it is formed. NULL: the engine
   * does it by way of `volume`. */
  OndStatus (*visit) (OndImage *image, const OndWavelet *wavelets, int n, OndMoments *moments,
                      const OndVisitor *visitor, OndCall *call);

  void (*close) (OndImage *image);
} OndBackend;

#ifdef __cplusplus
}
#endif
