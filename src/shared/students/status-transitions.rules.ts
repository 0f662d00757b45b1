import type { StatusTransition } from './status-transition.types.ts'

const desk = ['officer', 'registrar'] as const
const lead = ['registrar', 'head'] as const
const toOffer = {
  to: 'offer-out',
  guards: ['application-submitted', 'age-judged', 'criteria-settled', 'offer-ready', 'no-other-offer'],
  says: ['offer'],
  seat: 'take',
  // Written without a network it holds no seat: that is for the person who agrees to it, with the seats as they are then.
  offline: 'propose',
} as const
const byFamily = { by: ['family'], forFamilyBy: desk } as const
const withdraws = { ...byFamily, to: 'rejected', outcome: 'withdrawn-by-family', offline: 'queue' } as const
const refuses = { to: 'rejected', outcome: 'refused-by-school', says: ['reason'], offline: 'propose' } as const
const holds = { to: 'on-hold', says: ['reason', 'review-on'] } as const
const release = { seat: 'release' } as const
const renews = { seat: 'keep', offline: 'never' } as const

export const statusTransitions: readonly StatusTransition[] = [
  {
    from: 'new',
    to: 'shortlisted',
    by: desk,
    guards: ['application-submitted', 'identity-checked', 'age-judged'],
    takesOn: true,
    offline: 'queue',
  },
  { from: 'new', to: 'waiting', by: desk, says: ['reason'], offline: 'queue' },
  { ...holds, from: 'new', by: desk, offline: 'queue' },
  { ...refuses, from: 'new', by: ['registrar'], proposedBy: ['officer'] },
  { ...withdraws, from: 'new' },

  { ...toOffer, from: 'shortlisted', by: lead, guards: [...toOffer.guards, 'listed-identity-checked'] },
  { from: 'shortlisted', to: 'waiting', by: desk, says: ['reason'], offline: 'queue' },
  { ...holds, from: 'shortlisted', by: desk, offline: 'queue' },
  { ...refuses, from: 'shortlisted', by: lead },
  { ...withdraws, from: 'shortlisted' },

  {
    from: 'waiting',
    to: 'shortlisted',
    by: desk,
    guards: ['seat-free', 'identity-checked'],
    says: ['reason', 'out-of-order'],
    offline: 'propose',
  },
  {
    ...toOffer,
    from: 'waiting',
    by: ['registrar'],
    guards: [...toOffer.guards, 'identity-checked'],
    says: ['offer', 'out-of-order'],
  },
  { ...refuses, from: 'waiting', by: ['registrar'] },
  { ...withdraws, from: 'waiting' },
  {
    from: 'waiting',
    to: 'rejected',
    by: ['clock'],
    outcome: 'intake-closed',
    guards: ['intake-over'],
    offline: 'never',
  },

  // On hold goes back to where it came from (`transitionsFrom`), so only its ends stand here.
  { ...refuses, from: 'on-hold', by: ['registrar'], ...release },
  { ...withdraws, from: 'on-hold', ...release },

  {
    from: 'offer-out',
    to: 'accepted',
    by: ['family', ...desk],
    guards: ['offer-live', 'signers-done', 'forms-answered'],
    seat: 'keep',
    offline: 'never',
  },
  // Another version: the seat stays, the links and signatures of the one before do not. The child was judged before the first.
  // A family may be answering that one at this moment: nobody replaces it who does not see whether it has.
  { ...toOffer, from: 'offer-out', by: ['registrar'], guards: ['criteria-settled', 'no-other-offer'], ...renews },
  { from: 'offer-out', to: 'waiting', by: ['clock'], guards: ['offer-expired'], ...release, offline: 'never' },
  { ...byFamily, from: 'offer-out', to: 'waiting', says: ['decline-reason'], ...release, offline: 'never' },
  {
    ...byFamily,
    from: 'offer-out',
    to: 'rejected',
    outcome: 'declined-by-family',
    says: ['decline-reason'],
    ...release,
    offline: 'queue',
  },
  {
    from: 'offer-out',
    to: 'rejected',
    by: ['clock'],
    outcome: 'offer-expired',
    guards: ['offer-expired'],
    ...release,
    offline: 'never',
  },
  {
    from: 'offer-out',
    to: 'rejected',
    by: ['registrar'],
    outcome: 'offer-rescinded',
    says: ['reason'],
    approval: ['head'],
    ...release,
    offline: 'never',
  },
  { ...holds, from: 'offer-out', by: ['registrar'], seat: 'keep', offline: 'never' },

  {
    from: 'accepted',
    to: 'booked',
    by: ['finance', 'clock'],
    guards: ['money-received'],
    seat: 'firm',
    offline: 'never',
  },
  { ...holds, from: 'accepted', by: ['registrar'], seat: 'keep', offline: 'never' },
  { ...withdraws, from: 'accepted', ...release },
  { ...refuses, from: 'accepted', by: ['registrar'], ...release, offline: 'never' },
  {
    from: 'accepted',
    to: 'rejected',
    by: ['clock'],
    outcome: 'deposit-overdue',
    guards: ['deposit-overdue'],
    ...release,
    offline: 'never',
  },

  {
    from: 'booked',
    to: 'confirmed',
    by: desk,
    guards: ['documents-settled', 'consents-answered', 'contract-signed', 'regulator-registered'],
    seat: 'keep',
    offline: 'never',
  },
  { ...holds, from: 'booked', by: ['registrar'], seat: 'keep', offline: 'queue' },
  { ...withdraws, from: 'booked', ...release, offline: 'never' },
  { ...refuses, from: 'booked', by: ['registrar'], approval: ['head'], ...release, offline: 'never' },

  {
    ...withdraws,
    from: 'confirmed',
    by: ['registrar'],
    forFamilyBy: [],
    guards: ['before-first-day'],
    says: ['reason'],
    approval: ['finance'],
    ...release,
    offline: 'never',
  },

  // A file is opened again by way of the list: never straight into an offer.
  {
    from: 'rejected',
    to: 'shortlisted',
    by: ['registrar'],
    says: ['reason'],
    approval: ['head'],
    offline: 'never',
  },
  { ...holds, from: 'rejected', by: ['registrar'], approval: ['head'], offline: 'never' },
]
