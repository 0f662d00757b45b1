// chunk: till-sheets
import { type Permission, type Role, hasPermission } from '#shared/kernel/roles.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { ApprovedAct } from './approval.contract.ts'
import type { LimitedAct, TillLimit } from './till-limit.contract.ts'
import { type Limit, type LimitRole, limitUnits, usualLimits } from './usual-limits.ts'

/** Whether an act is free, needs a reason, needs another person's approval, or must not be done; the strictest last. */
export const judgements = ['free', 'reason', 'approval', 'forbidden'] as const
export type Judgement = (typeof judgements)[number]

export interface JudgedPerson {
  userId: UserId
  roles: readonly Role[]
}

/** Something done in the open shift, in the unit of its act. */
export interface DoneAct {
  act: LimitedAct
  by: UserId
  amount: number
}

/** What an act is judged by. */
export interface ActContext {
  person: JudgedPerson
  /** Limits that the school has set (`TillSettings.limits`); where it has none, the usual ones count. */
  limits: readonly TillLimit[] | undefined
  tillId: string
  /** Everything done in the shift so far, by anybody, whether or not the server has it (`doneInShift`). */
  done: readonly DoneAct[]
  isOffline: boolean
}

/** Acts that nobody explains: their rows say enough. */
const withoutReason: ReadonlySet<LimitedAct> = new Set(['name-only', 'top-up'])

/** Who approves what. */
export const approvalPermissions = {
  refund: 'refund.approve',
  exchange: 'refund.approve',
  'refund-without-receipt': 'refund.approve',
  void: 'void.approve',
  'line-discount': 'discount.give',
  discount: 'discount.give',
  price: 'discount.give',
  allergen: 'sale.approve',
  'name-only': 'sale.approve',
  'no-sale': 'cash.approve',
  'paid-out': 'cash.approve',
  drop: 'cash.approve',
  'top-up': 'cash.approve',
} as const satisfies Record<ApprovedAct, Permission>

export const limitRoleOf = ({ roles }: Pick<JudgedPerson, 'roles'>): LimitRole =>
  hasPermission(roles, 'refund.approve') ? 'supervisor' : 'operator'

/** Returns the strictest of several judgements; free for none. */
export const strictest = (all: readonly Judgement[]): Judgement =>
  judgements[Math.max(0, ...all.map((each) => judgements.indexOf(each)))] ?? 'free'

/**
 * Judges an act by the limits of the role, the person and the device, of which the strictest counts. `amount` is in the unit of the act
 * (`limitUnits`), 1 for a counted one; nothing is judged of an amount of zero. Bounds of a shift count what the person has done in it,
 * those of a device what anybody has.
 */
export function judgeAct(act: LimitedAct, amount: number, context: ActContext): Judgement {
  if (amount === 0) return 'free'
  const { person, limits = [], tillId, done, isOffline } = context
  const before = (of: (each: DoneAct) => boolean) =>
    done.reduce((all, each) => (each.act === act && of(each) ? all + each.amount : all), 0)
  const own = before(({ by }) => by === person.userId)
  const role = limitRoleOf(person)
  const find = (kind: TillLimit['kind'], subject: string): Limit | undefined =>
    limits.find((each) => each.act === act && each.kind === kind && each.subject === subject)
  const ofRole = find('role', role) ?? usualLimits[role][act]
  const ofPerson = find('person', person.userId)
  const ofDevice = find('device', tillId)
  return strictest([
    withoutReason.has(act) ? 'free' : 'reason',
    judgeBy(ofRole, { act, amount, before: own, isOffline }),
    ofPerson ? judgeBy(ofPerson, { act, amount, before: own, isOffline }) : 'free',
    ofDevice ? judgeBy(ofDevice, { act, amount, before: before(() => true), isOffline }) : 'free',
  ])
}

interface Measured {
  act: LimitedAct
  amount: number
  before: number
  isOffline: boolean
}

function judgeBy(limit: Limit, { act, amount, before, isOffline }: Measured): Judgement {
  const { isForbidden, each, shift, offline } = limit
  if (isForbidden || (isOffline && offline === 'forbidden')) return 'forbidden'
  if (isOffline && offline === 'approval') return 'approval'
  const share = isOffline && offline === 'half' ? 2 : 1
  const isEachWithin = each === null || amount * share <= each
  // Shares of different prices do not add up to anything.
  const isShiftWithin = shift === null || limitUnits[act] === 'share' || (before + amount) * share <= shift
  return isEachWithin && isShiftWithin ? 'free' : 'approval'
}

/**
 * Whether the balance of an account is shown to a person at a till. `hiddenFrom` are the roles, people and tills that the school shows none
 * (`TillSettings.balanceHiddenFrom`).
 */
export const seesBalance = (person: JudgedPerson, tillId: string, hiddenFrom: readonly string[] = []): boolean =>
  ![limitRoleOf(person), person.userId, tillId].some((each) => hiddenFrom.includes(each))

/** Whether an act may be done without asking anybody. */
export const isOpenTo = (judgement: Judgement): boolean => judgement === 'free' || judgement === 'reason'

/**
 * Whether the approval of another person suffices for an act: they may approve it, and it is within their own limits. What is beyond a
 * supervisor's limits takes two supervisors.
 * @param judge judges the act as done by a person
 */
export function suffices(
  act: ApprovedAct,
  { person, approver }: { person: JudgedPerson; approver: JudgedPerson },
  judge: (person: JudgedPerson) => Judgement,
): boolean {
  if (approver.userId === person.userId || !hasPermission(approver.roles, approvalPermissions[act])) return false
  if (judge(person) === 'forbidden') return false
  // Without a receipt nobody acts alone, so that an approver's own limit says nothing.
  if (act === 'refund-without-receipt') return true
  const own = judge(approver)
  return isOpenTo(own) || (own === 'approval' && limitRoleOf(person) === 'supervisor')
}
