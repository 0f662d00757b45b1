import { latinDigits } from '#shared/kernel/digits.ts'
import { type Currency, parseDecimalText, toDecimalText, minor } from '#shared/kernel/money.ts'
import { type Limit, type LimitRole, limitUnits, usualLimits } from '#shared/pos/approvals/usual-limits.ts'
import { maxLimit, type TillLimit } from '#shared/pos/approvals/till-limit.contract.ts'
import { type SetLimit, SettableAct } from '#shared/pos/approvals/till-limit-set.contract.ts'

/** Acts that no till judges yet: a limit of theirs may be stored, and is offered to nobody. */
const unjudged: ReadonlySet<SettableAct> = new Set(['top-up'])

/** Acts whose limits a school may set. */
export const offeredActs: readonly SettableAct[] = SettableAct.options.filter((act) => !unjudged.has(act))

/** Whom limits are set for, as `kind|subject`. */
export type LimitSubject = `${TillLimit['kind']}|${string}`

/** A limit as it is typed: bounds may be half typed, and are empty for none. */
export interface LimitDraft {
  rule: 'own' | 'forbidden'
  each: string
  shift: string
  offline: TillLimit['offline']
}

/** Limits that the school sets itself, by `kind|subject|act`; what is not in it has the usual limit, or none of its own. */
export interface LimitsDraft {
  limits: Readonly<Record<string, LimitDraft>>
}

export const limitKey = (subject: LimitSubject, act: SettableAct): string => `${subject}|${act}`

const ppmPerPercent = 10_000

/** In what an act is measured; null for what is only allowed or not. */
export const unitOf = (act: SettableAct) => (act === 'see-balance' ? null : limitUnits[act])

/** The limit of a role that has none of its own; undefined for what is then allowed. */
export const usualOf = (role: LimitRole, act: SettableAct): Limit | undefined =>
  act === 'see-balance' ? undefined : usualLimits[role][act]

/** A bound as it is written in the unit of its act; empty for none. */
function writeBound(act: SettableAct, bound: number | null, currency: Currency): string {
  if (bound === null) return ''
  const unit = unitOf(act)
  if (unit === 'money') return toDecimalText(minor(bound), currency)
  return String(unit === 'share' ? bound / ppmPerPercent : bound)
}

const asTyped = (act: SettableAct, { each, shift, offline, isForbidden }: Limit, currency: Currency): LimitDraft => ({
  rule: isForbidden ? 'forbidden' : 'own',
  each: writeBound(act, each, currency),
  shift: writeBound(act, shift, currency),
  offline,
})

const noBounds: Limit = { isForbidden: false, each: null, shift: null, offline: 'same' }

/**
 * The limit that an own one of an act begins with: the usual one, so that nothing is opened by choosing to set it. A person or a till
 * begins with that of operators, the tightest.
 */
export const newLimit = (act: SettableAct, usual: Limit | undefined, currency: Currency): LimitDraft =>
  asTyped(act, usual ?? usualOf('operator', act) ?? noBounds, currency)

/** Whether an own limit of a role has no bound at all where the usual one has: people then act without end and without approval. */
export const isUnbounded = (act: SettableAct, limit: LimitDraft, usual: Limit | undefined): boolean =>
  limit.rule === 'own' &&
  usual !== undefined &&
  (usual.each !== null || usual.shift !== null) &&
  boundsOf(act).every((which) => limit[which].trim() === '')

export function draftOf(limits: readonly SetLimit[], currency: Currency): LimitsDraft {
  return {
    limits: Object.fromEntries(
      limits.map((limit) => [
        limitKey(`${limit.kind}|${limit.subject}`, limit.act),
        asTyped(limit.act, limit, currency),
      ]),
    ),
  }
}

const plain = (text: string): string => latinDigits(text).trim().replace(/[٫,]/, '.')

/** Reads a bound in the unit of its act; null for none, undefined for what is no such number. */
export function readBound(act: SettableAct, typed: string, currency: Currency): number | null | undefined {
  const text = plain(typed)
  if (text === '') return null
  const unit = unitOf(act)
  const read = () => {
    if (unit === 'money') return parseDecimalText(text, currency)
    if (unit === 'count') return /^\d{1,6}$/.test(text) ? Number(text) : undefined
    return /^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= 100
      ? Math.round(Number(text) * ppmPerPercent)
      : undefined
  }
  const bound = read()
  return bound !== undefined && bound <= maxLimit ? bound : undefined
}

/**
 * Which bounds an act has: what is counted has one a shift, shares of different prices do not add up, and what of a refund a card had paid
 * is known with its sale alone.
 */
export const boundsOf = (act: SettableAct): readonly ('each' | 'shift')[] => {
  if (act === 'refund-card-to-account') return ['each']
  const unit = unitOf(act)
  if (unit === null) return []
  if (unit === 'count') return ['shift']
  return unit === 'share' ? ['each'] : ['each', 'shift']
}

/** Takes apart the path of a field at fault. */
export function fieldOf(path: string): { of: LimitSubject; act: SettableAct; which: string } {
  const [kind, subject, field] = path.split('|') as [TillLimit['kind'], string, string]
  const [act = '', which = ''] = field.split('.')
  return { of: `${kind}|${subject}`, act: act as SettableAct, which }
}

/** Returns the limits as they are saved, and the fields at fault as `key.each` or `key.shift`. */
export function limitsOf({ limits }: LimitsDraft, currency: Currency): { values: SetLimit[]; wrong: string[] } {
  const wrong: string[] = []
  const values = Object.entries(limits).map(([key, draft]): SetLimit => {
    const [kind, subject, act] = key.split('|') as [TillLimit['kind'], string, SettableAct]
    const isForbidden = draft.rule === 'forbidden'
    const bound = (which: 'each' | 'shift'): number | null => {
      if (isForbidden || !boundsOf(act).includes(which)) return null
      const read = readBound(act, draft[which], currency)
      if (read === undefined) wrong.push(`${key}.${which}`)
      return read ?? null
    }
    return { kind, subject, act, isForbidden, each: bound('each'), shift: bound('shift'), offline: draft.offline }
  })
  return { values, wrong }
}
