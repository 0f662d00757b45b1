/**
 * How far apart different people were on the photographs this pipeline was measured with: nearly normal around this mean.
 * It rests on 120 pairs of adults, so what follows from it is an order of magnitude, not a promise; a school's own
 * calibration replaces it.
 */
export const unregisteredPeople = { mean: 0.73, spread: 0.089, pairs: 120 } as const

/** How often two different people come as near as this. */
export const falseMatchRate = (distance: number): number =>
  normalBelow((distance - unregisteredPeople.mean) / unregisteredPeople.spread)

/** How often somebody who is not in a list of so many people is taken for one of them: 1 − (1 − rate)^people. */
export const falseMatchProbability = (rate: number, people: number): number =>
  rate >= 1 ? (people > 0 ? 1 : 0) : -Math.expm1(people * Math.log1p(-rate))

/** The share of a normal distribution below z; its relative error stays under 1.2e-7 in the tails, where bands lie. */
function normalBelow(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + x / 2)
  const terms = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
    0.17087277,
  ]
  const tail = (t * Math.exp(-x * x + terms.reduceRight((sum, term) => sum * t + term, 0))) / 2
  return z < 0 ? tail : 1 - tail
}
