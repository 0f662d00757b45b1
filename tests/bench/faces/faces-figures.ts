import { type Figure, toFigure, valueAtMost } from '#tests/bench/figure.ts'
import { type PipelineDistances, pipelines } from './faces-accuracy.types.ts'

/** One wrong person in ten thousand, on a normal distribution: so many spreads below the mean of different people. */
const spreadsAtOneInTenThousand = 3.719

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const spread = (values: readonly number[]): number => {
  const middle = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)))
}
const shareAbove = (values: readonly number[], limit: number): number =>
  (values.filter((value) => value >= limit).length / values.length) * 100

function summarise(found: PipelineDistances) {
  // The nearest pair of all is perhaps one person in two photographs: nobody says who is on them.
  const impostor = found.impostor.toSorted((one, other) => one - other).slice(1)
  const [own, others] = [mean(found.genuine), mean(impostor)]
  const [ownSpread, othersSpread] = [spread(found.genuine), spread(impostor)]
  const threshold = others - spreadsAtOneInTenThousand * othersSpread
  return {
    faces: found.enrolled,
    probes: found.probes,
    missed: found.missed,
    'rank-1 %': (found.rankOne / found.probes) * 100,
    'FNMR % at .40': shareAbove(found.genuine, 0.4),
    '.45': shareAbove(found.genuine, 0.45),
    '.50': shareAbove(found.genuine, 0.5),
    own,
    '± own': ownSpread,
    others,
    '± others': othersSpread,
    'd′': (others - own) / Math.sqrt((ownSpread ** 2 + othersSpread ** 2) / 2),
    'threshold at 1e-4': threshold,
    'rejected % there': shareAbove(found.genuine, threshold),
  }
}

/** Prints the table, and judges what matters: how many are rejected where both pipelines let in as few strangers. */
export function accuracyFigures(found: readonly PipelineDistances[]): Figure[] {
  const rows = found.map(summarise)
  const rounded = (row: object) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, Math.round(Number(value) * 1000) / 1000]))
  const [library, aligned] = rows
  if (!library || !aligned) throw new Error('two pipelines were to be compared')
  console.error(
    'Faces of adults on six photographs, each changed in fifteen ways: it says which pipeline is better, no more.',
  )
  for (const [index, row] of rows.entries()) console.error(pipelines[index], JSON.stringify(rounded(row)))
  return [
    toFigure({
      name: `rejected at one stranger in 10,000, ${aligned.probes} probes of ${aligned.faces} faces`,
      unit: '%',
      yardstickName: 'the library’s own crop',
      values: [aligned['rejected % there']],
      yardsticks: [library['rejected % there']],
      goal: valueAtMost(0),
    }),
  ]
}
