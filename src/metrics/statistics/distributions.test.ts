import { expect, test } from 'vitest'
import { incompleteBeta, normalQuantile, normalTail, tQuantile, tTwoSidedP } from './distributions.ts'

// Reference values: mpmath 1.3 with 40 digits.

test.each([
  [0.975, 1.95996398454005],
  [0.995, 2.5758293035489],
  [0.8, 0.841621233572914],
  [0.999999, 4.7534243088229],
  [0.5000001, 2.50662827463103e-7],
  [1e-10, -6.36134090240406],
])('the normal quantile of %d is correct to ten digits', (probability, expected) => {
  expectRelative(normalQuantile(probability), expected, 1e-9)
})

test.each([
  [0.3, 0.382088577811047],
  [1.96, 0.0249978951482204],
  [3.5, 0.000232629079035525],
  [8, 6.22096057427178e-16],
])('the normal tail beyond %d is correct to ten digits', (x, expected) => {
  expectRelative(normalTail(x), expected, 1e-10)
})

test.each([
  [0.975, 1, 12.7062047361747],
  [0.975, 3, 3.18244630528371],
  [0.975, 10.5, 2.21384029291879],
  [0.975, 120, 1.97993040508244],
  [0.995, 7, 3.49948329735049],
  [0.9995, 4, 8.61030158137928],
  [0.975, 144_000, 1.95998045878194],
  [0.8, 19, 0.860950550268929],
])(
  'the t quantile of %d with %d degrees of freedom is correct to ten digits',
  (probability, df, expected) => {
    expectRelative(tQuantile(probability, df), expected, 1e-10)
  },
)

test.each([
  [2, 5, 0.101939478829858],
  [0.3, 1.5, 0.800472196803585],
  [4.5, 40, 5.73446657751581e-5],
  [12, 7, 6.3583103781851e-6],
  [1.96, 1_000_000, 0.0499960675852698],
  [37, 3, 4.34234881249791e-5],
])(
  'the two-sided p-value of t = %d with %d degrees of freedom is correct to ten digits',
  (t, df, expected) => {
    expectRelative(tTwoSidedP(t, df), expected, 1e-10)
    expectRelative(tTwoSidedP(-t, df), expected, 1e-10)
  },
)

test('t with infinite degrees of freedom is the normal distribution', () => {
  expect(tQuantile(0.975, Infinity)).toBe(normalQuantile(0.975))
  expectRelative(tTwoSidedP(1.96, Infinity), 2 * 0.0249978951482204, 1e-10)
})

test.each([
  [0.5, 2, 3, 0.6875],
  [0.01, 0.5, 20, 0.471369935485016],
  [0.3, 500, 1000, 0.00269523657735061],
  [0.999, 40, 0.5, 0.777919867635688],
  [0.5, 61, 120, 0.999995427707058],
])('the incomplete beta function at %d for %d and %d is correct to ten digits', (x, a, b, expected) => {
  expectRelative(incompleteBeta(x, a, b), expected, 1e-10)
})

function expectRelative(actual: number, expected: number, tolerance: number) {
  expect(Math.abs(actual / expected - 1)).toBeLessThan(tolerance)
}
