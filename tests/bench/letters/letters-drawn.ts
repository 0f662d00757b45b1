import type { ForkedTypesetter } from '#server/node/typesetter/typesetter.ts'
import type { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import { type Figure, percentile, toFigure, valueAtMost } from '#tests/bench/figure.ts'

async function timed(work: () => Promise<unknown>): Promise<number> {
  const beginsMs = performance.now()
  await work()
  return performance.now() - beginsMs
}

/**
 * The picture of the longest letter after each key, as anyone who writes it waits for it; beside its paper, in turns. The nineteenth of
 * twenty counts.
 */
export async function benchDrawn(
  typesetter: ForkedTypesetter,
  letterNo: (no: number) => ResolvedLetter,
  isSmoke: boolean,
): Promise<Figure> {
  const [drawn, set]: [number[], number[]] = [[], []]
  for (let no = 0; no < (isSmoke ? 2 : 100); no += 1) {
    drawn.push(await timed(() => typesetter.draw(letterNo(no), 'bench')))
    set.push(await timed(() => typesetter.typeset(letterNo(no), 'bench')))
  }
  return toFigure({
    name: 'the picture of a letter after a key, p95',
    unit: 'ms',
    yardstickName: 'its paper, p95',
    values: [percentile(drawn, 0.95)],
    yardsticks: [percentile(set, 0.95)],
    goal: valueAtMost(300),
  })
}
