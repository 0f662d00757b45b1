import type { DrawerCause } from '../shift.contract.ts'
import type { Pattern, PatternRows } from './pattern.types.ts'

const ms = (at: string) => Date.parse(at)
const shortOften = 3
const shiftsLooked = 10

/** F9: a little is missing again and again. */
export function steadyShortage({ shift, around }: PatternRows): Pattern[] {
  if (shift.closedAt === null) return []
  const [own = 0] = around.differences
  const times = around.differences.slice(0, shiftsLooked).filter((each) => each < 0).length
  const isSteady = own < 0 && times >= shortOften
  const isMuch = own < 0 && around.shortInMonth > around.monthlyShortage
  if (!isSteady && !isMuch) return []
  return [
    {
      code: 'steady-shortage',
      key: shift.id,
      subjectId: shift.id,
      at: shift.closedAt,
      concerned: [shift.openedBy],
      facts: { count: times, amount: around.shortInMonth },
    },
  ]
}

/** Openings that take or give no cash, and that no limit counts: a no-sale has its own. */
const causes: ReadonlySet<string> = new Set<DrawerCause>(['print', 'test', 'unknown'])
const mostOpenings = 3

/** F10: the drawer opened for nothing that takes or gives cash. */
export function openedWithoutCause({ shift, drawers }: PatternRows): Pattern[] {
  return [...Map.groupBy(drawers, ({ by }) => by)].flatMap(([by, all]) => {
    const own = all.filter(({ cause }) => causes.has(cause))
    const last = own.at(-1)
    if (!last || own.length < mostOpenings) return []
    return [
      {
        code: 'opened-without-cause',
        key: `${shift.id} ${by}`,
        subjectId: shift.id,
        at: last.at,
        concerned: [by],
        facts: { count: own.length },
      },
    ]
  })
}

const lastMs = 10 * 60_000
const leastBeforeClose = 2

/** F13: the drawer made to agree before it is counted. */
export function beforeClose({ shift, sales, voids, movements }: PatternRows): Pattern[] {
  const { closedAt } = shift
  if (closedAt === null) return []
  const priced = sales.filter(({ isPriced }) => isPriced)
  const acts = [...voids, ...priced, ...movements.filter(({ kind }) => kind === 'paid-out')]
  const late = acts.filter(({ at }) => ms(at) <= ms(closedAt) && ms(closedAt) - ms(at) <= lastMs)
  if (late.length < leastBeforeClose) return []
  return [
    {
      code: 'before-close',
      key: shift.id,
      subjectId: shift.id,
      at: closedAt,
      concerned: [...new Set([shift.openedBy, ...late.map(({ by }) => by)])],
      facts: { count: late.length },
    },
  ]
}
