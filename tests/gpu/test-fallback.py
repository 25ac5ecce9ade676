#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A GPU that fails in the middle of a sweep of ondelette-cli: test-fallback.py PROGRAM. FAULTY_MODULE names the module
that fails when told to. Speaks TAP."""
import os
import sys
import tempfile

from astropy.io import fits

from world import DRIVER, YOUNG, run, tap

MODULE = os.environ['FAULTY_MODULE']
NO_MEMORY, LOST = '2', '3'  # of OndStatus
SWEEP = ['--theta', '0:180:10', '--phi', '0:180:20', '--xi', '3', '--scale', '1.5', '--threads', '1']


class Place:
    """A folder with a volume, where a sweep may be made more than once."""

    def __init__(self, folder):
        self.folder = folder
        self.command('sample', '-o', self.path('s.fits'), '--size', '16')

    def path(self, name):
        return os.path.join(self.folder, name)

    def command(self, *arguments, **environment):
        return run([sys.argv[1], *arguments], DRIVER, MODULE, **YOUNG, **environment)

    def sweep(self, name, *options, stats=None):
        environment = {'FAULTY_STATS': stats} if stats else {}
        command = ['sweep', self.path('s.fits'), '-o', self.path(name), *SWEEP, *options]
        status, said = self.command(*command, **environment)
        return status, [line for line in said.splitlines() if line.startswith('ondelette-cli: ')]

    def maps(self, name):
        """Who computed them, and the checksums of what they hold."""
        with fits.open(self.path(name), checksum=True) as hdus:
            return hdus[0].header['BACKEND'], [hdu.header['DATASUM'] for hdu in hdus]


def in_a_place(check):
    def checked():
        with tempfile.TemporaryDirectory() as folder:
            return check(Place(folder))
    return checked


def expect(*pairs):
    return [f'{got!r}, not {wanted!r}' for got, wanted in pairs if got != wanted]


def a_sweep_whose_gpu_fails(status, word):
    def check(place):
        whole, lines = place.sweep('whole.fits', '--backend', 'fftw')
        failed, warnings = place.sweep('m.fits', stats=f'2 1 {status}')
        backend, sums = place.maps('m.fits')
        wrong = expect((whole, 0), (lines, []), (failed, 0), (backend, 'Faulty GPU, partly CPU, 1 thread'),
                       (sums, place.maps('whole.fits')[1]), (os.path.exists(place.path('.m.fits.part')), False))
        if len(warnings) != 1 or word not in warnings[0] or 'warning: Faulty GPU' not in warnings[0]:
            wrong.append(f'warnings {warnings}')
        return wrong
    return in_a_place(check)


@in_a_place
def what_was_begun_on_a_gpu_is_resumed_on_the_cpu(place):
    place.sweep('whole.fits', '--backend', 'fftw')
    status, errors = place.sweep('m.fits', '--backend', 'cuda', stats=f'3 1 {LOST}')
    resumed, warnings = place.sweep('m.fits', '--backend', 'fftw', '--resume')
    backend, sums = place.maps('m.fits')
    wrong = expect((status, 1), (len(errors), 1), (resumed, 0), (backend, 'CPU, 1 thread, partly Faulty GPU'),
                   (sums, place.maps('whole.fits')[1]))
    if len(warnings) != 1 or 'begun with the backend cuda and goes on with fftw' not in warnings[0]:
        wrong.append(f'warnings {warnings}')
    return wrong


@in_a_place
def a_gpu_that_works_is_no_news(place):
    status, lines = place.sweep('m.fits')
    return expect((status, 0), (lines, []), (place.maps('m.fits')[0], 'Faulty GPU'))


@in_a_place
def a_response_names_who_computed_it(place):
    options = ['respond', place.path('s.fits'), '--threads', '1']
    wrong = []
    for stats, device, warnings in (('9 1 3', 'Faulty GPU', 0), ('1 1 3', 'CPU, 1 thread', 1)):
        status, said = place.command(*options, FAULTY_STATS=stats)
        lines = said.splitlines()
        names = [line.split(None, 2)[2] for line in lines if line.startswith('computed by')]
        wrong += expect((status, 0), (names, [device]),
                        (len([line for line in lines if 'warning: Faulty GPU was lost' in line]), warnings))
    return wrong


tap.report([('a-gpu-that-works-is-no-news', a_gpu_that_works_is_no_news),
            ('a-sweep-goes-on-when-the-gpu-is-lost', a_sweep_whose_gpu_fails(LOST, 'was lost')),
            ('a-sweep-goes-on-when-the-gpu-has-no-memory', a_sweep_whose_gpu_fails(NO_MEMORY, 'too little memory')),
            ('a-response-names-who-computed-it', a_response_names_who_computed_it),
            ('what-was-begun-on-a-gpu-is-resumed-on-the-cpu', what_was_begun_on_a_gpu_is_resumed_on_the_cpu)])
