/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Responses that are known in closed form, and symmetries that hold exactly. Coordinates are in
 * smallest edges. */
#include "reference.h"
#include "core/wavelet.h"

#include <math.h>

#define TOLERANCE                                                                                  \
  1e-6 /* of the largest response: float transforms leave a few 1e-7, pruning 1e-7 */

static OndEngine *engine;

static OndWavelet
degrees (double theta, double phi, double xi, double scale)
{
  return (OndWavelet){ theta * G_PI / 180, phi * G_PI / 180, xi, scale, OND_NORM_RAW };
}

static OndVolume *
blank (const gint32 n[OND_N_AXES], const double edge[OND_N_AXES], float **samples)
{
  OndGeometry geometry = { { n[0], n[1], n[2] }, { edge[0], edge[1], edge[2] } };

  *samples = ond_volume_alloc (&geometry, NULL);
  for (gsize i = 0; i < ond_geometry_n_voxels (&geometry); i++)
    (*samples)[i] = 0;
  return ond_volume_new_take (&geometry, *samples, NULL);
}

/* A volume of f (position), positions from the centre voxel n/2. */
typedef double (*Field) (const double x[OND_N_AXES], gconstpointer data);

static OndVolume *
field_volume (const gint32 n[OND_N_AXES], const double edge[OND_N_AXES], Field field,
              gconstpointer data)
{
  OndGeometry geometry = { { n[0], n[1], n[2] }, { edge[0], edge[1], edge[2] } };
  float *samples = ond_volume_alloc (&geometry, NULL);

  for (gsize i = 0; i < ond_geometry_n_voxels (&geometry); i++)
    {
      gint32 at[OND_N_AXES];
      double x[OND_N_AXES];

      ond_geometry_position (&geometry, i, at);
      for (int axis = 0; axis < OND_N_AXES; axis++)
        x[axis] = (at[axis] - n[axis] / 2) * edge[axis];
      samples[i] = (float) field (x, data);
    }
  return ond_volume_new_take (&geometry, samples, NULL);
}

static float *
respond (OndVolume *volume, const OndMethod *method, const OndWavelet *wavelet, OndMoments *moments)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OndTransform) transform = ond_engine_get_transform (
      engine, volume, method, wavelet, 1, OND_LANE_INTERACTIVE, NULL, &error);
  float *out = g_new (float, ond_volume_get_n_voxels (volume));

  g_assert_no_error (error);
  g_assert_true (
      ond_transform_volume (transform, wavelet, out, moments, OND_LANE_INTERACTIVE, NULL, NULL));
  return out;
}

static OndMethod
periodic (OndSampling sampling)
{
  OndMethod method = ond_method_default ();

  method.boundary = OND_BOUNDARY_PERIODIC;
  method.sampling = sampling;
  return method;
}

/* psi, norm included. */
static double
psi (const double x[OND_N_AXES], gconstpointer data)
{
  const OndWavelet *wavelet = data;
  double n[OND_N_AXES], along, q;

  ond_wavelet_direction (wavelet, 3, n);
  along = n[0] * x[0] + n[1] * x[1] + n[2] * x[2];
  q = (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]
       + (1 / (wavelet->xi * wavelet->xi) - 1) * along * along)
      / (wavelet->scale * wavelet->scale);
  return ond_wavelet_norm_factor (wavelet, 3) * (3 - q) * exp (-0.5 * q);
}

/* Compares with field (x - centre) summed over the periodic images. */
static void
assert_field (const float *response, const OndVolume *volume, Field field, gconstpointer data)
{
  const OndGeometry *geometry = ond_volume_get_geometry (volume);
  double largest = 0, worst = 0;

  for (gsize i = 0; i < ond_volume_get_n_voxels (volume); i++)
    {
      gint32 at[OND_N_AXES];
      double expected = 0;

      ond_geometry_position (geometry, i, at);
      for (int image = 0; image < 27; image++)
        {
          const int period[] = { image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1 };
          double x[OND_N_AXES];
          gboolean near = TRUE; /* farther than 3/4 of a period the fields here are below 1e-9 */

          for (int axis = 0; axis < OND_N_AXES; axis++)
            {
              int voxels = at[axis] - geometry->n[axis] / 2 + period[axis] * geometry->n[axis];

              x[axis] = voxels * geometry->edge[axis];
              near = near && 4 * ABS (voxels) <= 3 * geometry->n[axis];
            }
          expected += near ? field (x, data) : 0;
        }
      largest = fmax (largest, fabs (expected));
      worst = fmax (worst, fabs (response[i] - expected));
    }
  g_test_message ("largest error %.2e of the largest response", worst / largest);
  g_assert_cmpfloat (worst, <=, TOLERANCE * largest);
}

typedef struct
{
  const double *edge;
  OndWavelet wavelet;
} Delta;

static double
delta_response (const double x[OND_N_AXES], gconstpointer data)
{
  const Delta *delta = data;

  return delta->edge[0] * delta->edge[1] * delta->edge[2] * psi (x, &delta->wavelet);
}

/* An impulse answers with V psi: at any scale when the kernel is sampled, else when every width is
 * 2 voxels or more. */
static void
test_an_impulse_answers_with_the_wavelet (void)
{
  const gint32 sizes[][OND_N_AXES] = { { 48, 40, 44 }, { 41, 43, 37 } };
  const double edges[][OND_N_AXES] = { { 1, 1, 1 }, { 1, 1.25, 1.1 } };
  const OndWavelet continuous[] = { degrees (30, 45, 2, 2.6), degrees (100, 150, 1, 2.6) };
  const OndWavelet sampled[] = { degrees (30, 45, 2, 1), degrees (120, 20, 4, 0.6),
                                 degrees (70, 130, 0.3, 0.9) };

  for (int g = 0; g < 2; g++)
    for (int s = 0; s < 5; s++)
      {
        OndMethod method = periodic (s < 2 ? OND_SAMPLING_CONTINUOUS : OND_SAMPLING_SAMPLED);
        Delta delta = { edges[g], s < 2 ? continuous[s] : sampled[s - 2] };
        float *samples;
        g_autoptr (OndVolume) empty = blank (sizes[g], edges[g], &samples);
        const OndGeometry *geometry = ond_volume_get_geometry (empty);
        float *copy = ond_volume_alloc (geometry, NULL);
        g_autoptr (OndVolume) volume = NULL;
        g_autofree float *response = NULL;

        for (gsize i = 0; i < ond_volume_get_n_voxels (empty); i++)
          copy[i] = 0;
        copy[ond_geometry_index (geometry, sizes[g][0] / 2, sizes[g][1] / 2, sizes[g][2] / 2)] = 1;
        volume = ond_volume_new_take (geometry, copy, NULL);
        response = respond (volume, &method, &delta.wavelet, NULL);
        assert_field (response, volume, delta_response, &delta);
      }
}

typedef struct
{
  double k[OND_N_AXES], factor;
} Wave;

static double
wave (const double x[OND_N_AXES], gconstpointer data)
{
  const Wave *self = data;

  return self->factor * cos (self->k[0] * x[0] + self->k[1] * x[1] + self->k[2] * x[2]);
}

static void
test_a_plane_wave_is_multiplied_by_psi_hat (void)
{
  const gint32 size[] = { 24, 21, 22 },
               bins[][OND_N_AXES] = { { 2, 3, -1 }, { 1, 0, 0 }, { -3, 2, 4 } };
  const double edge[] = { 1, 1.5, 1 };
  OndMethod method = periodic (OND_SAMPLING_CONTINUOUS);

  for (gsize b = 0; b < G_N_ELEMENTS (bins); b++)
    {
      OndWavelet wavelet = degrees (35, 110, 2.5, 0.9);
      Wave input = { .factor = 1 }, output;
      double n[OND_N_AXES], worst = 0;
      g_autoptr (OndVolume) volume = NULL, expected = NULL;
      g_autofree float *response = NULL;

      for (int i = 0; i < OND_N_AXES; i++)
        input.k[i] = 2 * G_PI * bins[b][i] / (size[i] * edge[i]);
      output = input;
      ond_wavelet_direction (&wavelet, 3, n);
      output.factor =
          ond_wavelet_gain (&wavelet, 3) * ond_hat (ond_wavelet_k2 (&wavelet, n, input.k));
      volume = field_volume (size, edge, wave, &input);
      expected = field_volume (size, edge, wave, &output);
      response = respond (volume, &method, &wavelet, NULL);
      for (gsize i = 0; i < ond_volume_get_n_voxels (volume); i++)
        worst = fmax (worst, fabs (response[i] - ond_volume_get_samples (expected)[i]));
      /* Of the peak of psi^: rounding puts 1e-7 of the wave into every other wavenumber. */
      g_assert_cmpfloat (worst, <=, TOLERANCE * ond_wavelet_gain (&wavelet, 3) * ond_hat (2));
    }
}

/* S is the covariance of the ellipsoid. */
typedef struct
{
  OndWavelet wavelet;
  double S[3][3];
} Ellipsoid;

static double
invert (double m[3][3], double inverse[3][3])
{
  double det = 0;

  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      {
        int a = (j + 1) % 3, b = (j + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;

        inverse[i][j] = m[a][c] * m[b][d] - m[a][d] * m[b][c];
        det += i == 0 ? m[j][0] * inverse[i][j] : 0;
      }
  for (int i = 0; i < 9; i++)
    inverse[i / 3][i % 3] /= det;
  return det;
}

static double
quadratic (double m[3][3], const double x[3])
{
  double sum = 0;

  for (int i = 0; i < 9; i++)
    sum += m[i / 3][i % 3] * x[i / 3] * x[i % 3];
  return sum;
}

static double
ellipsoid (const double x[OND_N_AXES], gconstpointer data)
{
  Ellipsoid self = *(const Ellipsoid *) data;
  double inverse[3][3];

  invert (self.S, inverse);
  return exp (-0.5 * quadratic (inverse, x));
}

/* With Sig = a^2 [I + (xi^2 - 1) n n'] and M = (Sig + S)^-1, the integral of f psi is
 * (2 pi)^(3/2) sqrt (|Sig| |S| |M|) [tr (Sig M) - x' M Sig M x] exp (-x' M x / 2). */
static double
ellipsoid_response (const double x[OND_N_AXES], gconstpointer data)
{
  Ellipsoid self = *(const Ellipsoid *) data;
  double n[3], Sig[3][3], sum[3][3], M[3][3], unused[3][3], Mx[3] = { 0 }, trace = 0, a2, det;

  a2 = self.wavelet.scale * self.wavelet.scale;
  ond_wavelet_direction (&self.wavelet, 3, n);
  for (int i = 0; i < 9; i++)
    {
      int r = i / 3, c = i % 3;

      Sig[r][c] = a2 * ((r == c) + (self.wavelet.xi * self.wavelet.xi - 1) * n[r] * n[c]);
      sum[r][c] = Sig[r][c] + self.S[r][c];
    }
  det = invert (sum, M);
  for (int i = 0; i < 9; i++)
    {
      trace += Sig[i / 3][i % 3] * M[i % 3][i / 3];
      Mx[i / 3] += M[i / 3][i % 3] * x[i % 3];
    }
  return pow (2 * G_PI, 1.5) * sqrt (invert (Sig, unused) * invert (self.S, unused) / det)
         * (trace - quadratic (Sig, Mx)) * exp (-0.5 * quadratic (M, x));
}

static void
test_a_gaussian_ellipsoid_answers_in_closed_form (void)
{
  const gint32 size[] = { 80, 77, 72 };
  const double edge[] = { 1, 1, 1.1 };
  const Ellipsoid shapes[] = {
    { degrees (30, 45, 2.5, 1.5), { { 6, 1, 0 }, { 1, 5, -1 }, { 0, -1, 9 } } },
    { degrees (130, 160, 0.4, 2.5), { { 4.5, 0, 0.5 }, { 0, 12, 2 }, { 0.5, 2, 6 } } },
    { degrees (90, 0, 1, 2), { { 5, 0, 0 }, { 0, 5, 0 }, { 0, 0, 5 } } },
  };

  for (gsize s = 0; s < G_N_ELEMENTS (shapes); s++)
    {
      OndMethod method = periodic (OND_SAMPLING_CONTINUOUS);
      g_autoptr (OndVolume) volume = field_volume (size, edge, ellipsoid, &shapes[s]);
      g_autofree float *response = respond (volume, &method, &shapes[s].wavelet, NULL);

      assert_field (response, volume, ellipsoid_response, &shapes[s]);
    }
}

/* A constant is invisible, however large, under every boundary that continues it. */
static void
test_a_constant_answers_with_zero (void)
{
  const OndBoundary boundaries[] = { OND_BOUNDARY_MIRROR, OND_BOUNDARY_NEAREST, OND_BOUNDARY_MEAN,
                                     OND_BOUNDARY_PERIODIC };
  const gint32 size[] = { 20, 17, 18 };
  const double edge[] = { 1, 1, 1 };
  Wave flat = { { 0, 0, 0 }, 4000 };
  g_autoptr (OndVolume) volume = field_volume (size, edge, wave, &flat);
  OndWavelet wavelet = degrees (20, 50, 3, 2);

  for (gsize b = 0; b < G_N_ELEMENTS (boundaries); b++)
    {
      OndMethod method = ond_method_default ();
      OndMoments moments;
      g_autofree float *response = NULL;

      method.boundary = boundaries[b];
      response = respond (volume, &method, &wavelet, &moments);
      g_assert_cmpfloat (moments.max, ==, 0);
      g_assert_cmpfloat (moments.min, ==, 0);
      g_assert_cmpfloat (moments.sum2, ==, 0);
      g_assert_cmpuint (moments.at_max, ==, 0); /* a tie goes to the lowest index */
    }
}

/* Adding a constant changes nothing but rounding. */
static void
test_a_constant_added_changes_nothing (void)
{
  const gint32 size[] = { 20, 17, 18 };
  g_autoptr (OndVolume) volume = reference_random_volume (size, NULL, 9);
  float *samples = ond_volume_alloc (ond_volume_get_geometry (volume), NULL);
  g_autoptr (OndVolume) raised = NULL;
  OndMethod method = ond_method_default ();
  OndWavelet wavelet = degrees (20, 50, 3, 1);
  g_autofree float *response = NULL, *again = NULL;
  OndMoments moments;

  for (gsize i = 0; i < 20 * 17 * 18; i++)
    samples[i] = ond_volume_get_samples (volume)[i] + 64; /* floats near 64 are 7.6e-6 apart */
  raised = ond_volume_new_take (ond_volume_get_geometry (volume), samples, NULL);
  response = respond (volume, &method, &wavelet, &moments);
  again = respond (raised, &method, &wavelet, NULL);
  for (gsize i = 0; i < 20 * 17 * 18; i++)
    g_assert_cmpfloat_with_epsilon (again[i], response[i], 2e-5 * moments.max);
}

static void
assert_same (const float *a, const float *b, gsize n, double scale)
{
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon (a[i], b[i], TOLERANCE * scale);
}

/* The same wavelet written otherwise. */
static void
test_opposite_directions_are_one (void)
{
  const gint32 size[] = { 18, 17, 16 };
  g_autoptr (OndVolume) volume = reference_random_volume (size, NULL, 4);
  OndMethod method = ond_method_default ();
  const OndWavelet pairs[][2] = {
    { degrees (30, 45, 4, 1), degrees (210 - 180, 45, 4, 1) },
    { degrees (30, 180, 4, 1), degrees (150, 0, 4, 1) },
    { degrees (180, 70, 4, 1), degrees (0, 70, 4, 1) },
    { degrees (90, 20, 4, 1), degrees (90, 140, 4, 1) }, /* the pole */
    { degrees (10, 20, 1, 1), degrees (80, 120, 1, 1) }, /* a sphere has no direction */
  };

  for (gsize p = 0; p < G_N_ELEMENTS (pairs); p++)
    {
      OndMoments moments;
      g_autofree float *a = respond (volume, &method, &pairs[p][0], &moments);
      g_autofree float *b = respond (volume, &method, &pairs[p][1], NULL);

      assert_same (a, b, 18 * 17 * 16, moments.max);
    }
}

/* Turning volume and wavelet together by x -> y -> z -> x turns the response. */
static void
test_turning_by_90_degrees_permutes_the_axes (void)
{
  const gint32 size[] = { 18, 15, 20 };
  const double edge[] = { 1, 1.5, 1.25 };
  OndGeometry turned_geometry = { { 20, 18, 15 }, { 1.25, 1, 1.5 } };
  g_autoptr (OndVolume) volume = reference_random_volume (size, edge, 21), turned = NULL;
  const OndGeometry *geometry = ond_volume_get_geometry (volume);
  float *samples = ond_volume_alloc (&turned_geometry, NULL);
  OndMethod method = ond_method_default ();
  OndWavelet wavelet = degrees (25, 70, 3, 1.2), turned_wavelet = wavelet;
  double n[OND_N_AXES], m[OND_N_AXES], theta, phi;
  g_autofree float *a = NULL, *b = NULL;
  OndMoments moments;

  for (gsize i = 0; i < 18 * 15 * 20; i++)
    {
      gint32 at[OND_N_AXES];

      ond_geometry_position (geometry, i, at);
      samples[ond_geometry_index (&turned_geometry, at[2], at[0], at[1])] =
          ond_volume_get_samples (volume)[i];
    }
  turned = ond_volume_new_take (&turned_geometry, samples, NULL);
  ond_wavelet_direction (&wavelet, 3, n);
  m[0] = n[2];
  m[1] = n[0];
  m[2] = n[1];
  theta = -asin (m[1]) * 180 / G_PI;
  phi = atan2 (m[2], m[0]) * 180 / G_PI;
  ond_wavelet_fold (&theta, &phi);
  turned_wavelet = degrees (theta, phi, 3, 1.2);
  a = respond (volume, &method, &wavelet, &moments);
  b = respond (turned, &method, &turned_wavelet, NULL);
  for (gsize i = 0; i < 18 * 15 * 20; i++)
    {
      gint32 at[OND_N_AXES];

      ond_geometry_position (geometry, i, at);
      g_assert_cmpfloat_with_epsilon (a[i],
                                      b[ond_geometry_index (&turned_geometry, at[2], at[0], at[1])],
                                      TOLERANCE * moments.max);
    }
}

static void
test_responses_are_linear (void)
{
  const gint32 size[] = { 16, 19, 15 };
  const gsize n = 16 * 19 * 15;
  g_autoptr (OndVolume) a = reference_random_volume (size, NULL, 1),
                        b = reference_random_volume (size, NULL, 2);
  float *samples = ond_volume_alloc (ond_volume_get_geometry (a), NULL);
  g_autoptr (OndVolume) both = NULL;
  OndMethod method = ond_method_default ();
  OndWavelet wavelet = degrees (80, 10, 5, 1);
  g_autofree float *ra = NULL, *rb = NULL, *rboth = NULL;
  OndMoments moments;

  for (gsize i = 0; i < n; i++)
    samples[i] = 2 * ond_volume_get_samples (a)[i] - 3 * ond_volume_get_samples (b)[i];
  both = ond_volume_new_take (ond_volume_get_geometry (a), samples, NULL);
  ra = respond (a, &method, &wavelet, NULL);
  rb = respond (b, &method, &wavelet, NULL);
  rboth = respond (both, &method, &wavelet, &moments);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon (rboth[i], 2 * ra[i] - 3 * rb[i], 2 * TOLERANCE * moments.max);
}

typedef struct
{
  double n[OND_N_AXES], width;
} Cylinder;

static double
cylinder (const double x[OND_N_AXES], gconstpointer data)
{
  const Cylinder *self = data;
  double along = self->n[0] * x[0] + self->n[1] * x[1] + self->n[2] * x[2];
  double across2 = x[0] * x[0] + x[1] * x[1] + x[2] * x[2] - along * along;

  return exp (-0.5 * across2 / (self->width * self->width));
}

/* Under l1 a long fibre of width s answers most at a = s (a = sqrt (2) s in an image, where it is a
 * ridge). */
static void
check_best_scale (const gint32 size[OND_N_AXES], double expected)
{
  const double edge[] = { 1, 1, 1 };
  OndWavelet wavelet = { 0, 0, 6, 1, OND_NORM_L1 };
  Cylinder fibre = { { 1, 0, 0 }, 2 };
  g_autoptr (OndVolume) volume = field_volume (size, edge, cylinder, &fibre);
  OndMethod method = periodic (OND_SAMPLING_CONTINUOUS);
  double best = 0, at = 0;

  for (double a = expected * 0.8; a < expected * 1.2; a += 0.02 * expected)
    {
      OndMoments moments;
      g_autofree float *response = NULL;

      wavelet.scale = a;
      response = respond (volume, &method, &wavelet, &moments);
      at = moments.max > best ? a : at;
      best = fmax (best, moments.max);
    }
  g_assert_cmpfloat_with_epsilon (at, expected, 0.021 * expected);
}

static void
test_a_fibre_answers_most_at_its_own_width (void)
{
  check_best_scale ((gint32[]){ 24, 48, 48 }, 2);
  check_best_scale ((gint32[]){ 24, 64, 1 }, 2 * G_SQRT2);
}

/* Integral of psi^2 is 1 under l2: by Parseval on the response to an impulse. */
static void
test_the_l2_norm_is_one (void)
{
  const gint32 size[] = { 64, 60, 62 };
  const double edge[] = { 1, 1, 1 };
  float *samples;
  g_autoptr (OndVolume) empty = blank (size, edge, &samples);
  float *copy = ond_volume_alloc (ond_volume_get_geometry (empty), NULL);
  g_autoptr (OndVolume) volume = NULL;
  OndMethod method = periodic (OND_SAMPLING_CONTINUOUS);
  OndWavelet wavelet = { 0.5, 0.7, 2, 2.5, OND_NORM_L2 };
  OndMoments moments;
  g_autofree float *response = NULL;

  for (gsize i = 0; i < 64 * 60 * 62; i++)
    copy[i] = i == 100000;
  volume = ond_volume_new_take (ond_volume_get_geometry (empty), copy, NULL);
  response = respond (volume, &method, &wavelet, &moments);
  g_assert_cmpfloat_with_epsilon (moments.sum2, 1, 1e-6);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  engine = ond_engine_new (NULL, NULL);
  g_test_add_func ("/closed-forms/an-impulse-answers-with-the-wavelet",
                   test_an_impulse_answers_with_the_wavelet);
  g_test_add_func ("/closed-forms/a-plane-wave-is-multiplied-by-psi-hat",
                   test_a_plane_wave_is_multiplied_by_psi_hat);
  g_test_add_func ("/closed-forms/a-gaussian-ellipsoid-answers-in-closed-form",
                   test_a_gaussian_ellipsoid_answers_in_closed_form);
  g_test_add_func ("/closed-forms/a-constant-answers-with-zero", test_a_constant_answers_with_zero);
  g_test_add_func ("/closed-forms/a-constant-added-changes-nothing",
                   test_a_constant_added_changes_nothing);
  g_test_add_func ("/closed-forms/opposite-directions-are-one", test_opposite_directions_are_one);
  g_test_add_func ("/closed-forms/turning-by-90-degrees-permutes-the-axes",
                   test_turning_by_90_degrees_permutes_the_axes);
  g_test_add_func ("/closed-forms/responses-are-linear", test_responses_are_linear);
  g_test_add_func ("/closed-forms/a-fibre-answers-most-at-its-own-width",
                   test_a_fibre_answers_most_at_its_own_width);
  g_test_add_func ("/closed-forms/the-l2-norm-is-one", test_the_l2_norm_is_one);
  status = g_test_run ();
  ond_engine_unref (engine);
  return status;
}
