import { describe, expect, it } from 'vitest'
import { StudentChange } from '#shared/admissions/student-change.contract.ts'
import { type Role, roles } from '#shared/kernel/roles.ts'
import { type CommandKind, mayCommand } from './command.policy.ts'

const desk = ['admin', 'registrar', 'admission-officer'] as const
const lead = ['admin', 'head', 'registrar'] as const
const finance = ['finance'] as const

/** Who may give which command, written a second time on purpose: a role that gains one is seen here. */
const allowed: Record<CommandKind, readonly Role[]> = {
  move: roles,
  offer: roles,
  approve: roles,
  'withdraw-proposal': roles,
  assign: roles,
  place: roles,
  'paper-signature': desk,
  resend: desk,
  'paper-consent': desk,
  claim: desk,
  formality: desk,
  identity: desk,
  'age-override': lead,
  'waive-form': lead,
  'withdraw-form-waiver': lead,
  deposit: finance,
  'waive-deposit': [...lead, 'finance'],
  'agree-waiver': ['head', 'finance'],
  refund: finance,
  'application-fee': [...desk, 'finance'],
  'fee-refund': finance,
  'fee-reversal': finance,
  'cash-return': finance,
  'cash-place': finance,
  'account-settled': finance,
  'notice-filed': lead,
  allergens: lead,
  'family-access': desk,
}

describe('commands of the desk', () => {
  it.each(StudentChange.options.map(({ shape }) => shape.kind.value))('%s is for these roles alone', (kind) => {
    const found = roles.filter((role) => mayCommand([role], kind))
    expect(found.toSorted()).toEqual([...allowed[kind]].toSorted())
  })
})
