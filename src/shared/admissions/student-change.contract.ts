import { z } from 'zod'
import { PaperConsent } from '#shared/consents/consent-paper.contract.ts'
import { FormSlug } from '#shared/forms/form.contract.ts'
import { DayInput, Minor, UserId, Uuid } from '#shared/kernel/fields.ts'
import { Allergen } from '#shared/pos/catalogue.contract.ts'
import { formalities } from '#shared/students/formality.rules.ts'
import { identityDocuments, identitySubjects } from '#shared/students/identity-check.rules.ts'
import { Place } from '#shared/students/seat.contract.ts'
import { studentOutcomes, studentStatuses } from '#shared/students/student-status.rules.ts'
import { cashPurposes } from './desk-cash.rules.ts'
import { OfferRequest } from './offers/offer.contract.ts'
import { claimKinds, claimStates } from './waiting-list.rules.ts'

/** What was done outside of the desk before a place is confirmed. */
const FormalitySaid = z
  .object({
    formality: z.enum(formalities),
    /** The day on which it was done; null takes back what was written down by mistake. */
    on: DayInput.nullable(),
    /** The regulator's number of the child, or the contract's; anyone who is registered has one. */
    number: z.string().trim().max(60),
  })
  .refine(({ formality, on, number }) => formality === 'contract' || on === null || number !== '', { path: ['number'] })
export type FormalitySaid = z.infer<typeof FormalitySaid>

/** Whose identity was held against a paper. */
const IdentitySaid = z.object({
  of: z.enum(identitySubjects),
  /** Null takes back what was written down by mistake. */
  paper: z.enum(identityDocuments).nullable(),
  /** What the paper's number ends in, or the whole of it: no more than its end is kept. */
  numberEnd: z.string().trim().max(60),
})
export type IdentitySaid = z.infer<typeof IdentitySaid>

/** Money that came or went, for one offer. */
const Payment = z.object({
  offerId: Uuid,
  amount: Minor.refine((minor) => minor > 0),
  method: z.enum(['cash', 'card', 'transfer', 'cheque']),
  receipt: z.string().trim().min(1).max(60),
})

const { amount, method, receipt } = Payment.shape
const FeeRefund = z.object({ amount, method, receipt })
export type FeeRefund = z.infer<typeof FeeRefund>
const FeePayment = z.object({ ...FeeRefund.shape, on: DayInput })
export type FeePayment = z.infer<typeof FeePayment>

/** Which payment for an application was written down wrongly, and why it was. */
const FeeReversal = z.object({ paymentId: Uuid, reason: z.string().trim().min(1).max(500) })
export type FeeReversal = z.infer<typeof FeeReversal>
/** Cash that the desk took and that had no effect: the paper by which it went back, or what it is used for after all. */
const CashReturned = z.object({ cashId: Uuid, receipt })
export type CashReturned = z.infer<typeof CashReturned>
const CashPlaced = z.object({ cashId: Uuid, paysFor: z.enum(cashPurposes) })
export type CashPlaced = z.infer<typeof CashPlaced>

/** On which day, and under which number, the regulator was told of a refusal. */
const NoticeFiled = z.object({ noticeId: Uuid, on: DayInput, number: z.string().trim().min(1).max(60) })
export type NoticeFiled = z.infer<typeof NoticeFiled>

/** Money on the account of a place that was given up: paid out, or taken in where it lacked some. `balance` is what was seen. */
const AccountSettled = z.object({ balance: Minor.refine((minor) => minor !== 0), method })
export type AccountSettled = z.infer<typeof AccountSettled>

/** What a decision changes, each kind with what has to be said. */
export const StudentChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('move'),
    to: z.enum(studentStatuses),
    outcome: z.enum(studentOutcomes).optional(),
    reason: z.string().trim().max(60).optional(),
    note: z.string().trim().max(2000).optional(),
    reviewOn: DayInput.optional(),
    /** Made without a network and kept until now: a step that may only be proposed then waits for somebody's word. */
    offline: z.literal(true).optional(),
  }),
  z.object({ kind: z.literal('approve'), proposalId: Uuid }),
  z.object({
    kind: z.literal('withdraw-proposal'),
    proposalId: Uuid,
    note: z.string().trim().max(2000).optional(),
  }),
  /** Offers a seat, or offers it again: the version before is over, with its links and whatever was signed. */
  z.object({
    kind: z.literal('offer'),
    offer: OfferRequest,
    note: z.string().trim().max(2000).optional(),
    /** Written without a network: it takes no seat and nobody is told until somebody agrees to it. */
    offline: z.literal(true).optional(),
  }),
  /**
   * Signed on paper in front of staff; with the last signature the offer is accepted. Refused without the scan of the paper
   * (`scanUpload`).
   */
  z.object({ kind: z.literal('paper-signature'), offerId: Uuid, signerId: Uuid, scanId: Uuid.optional() }),
  /** Does without a form that is asked for before acceptance, with the reason why; the registrar's or the head's. */
  z.object({ kind: z.literal('waive-form'), slug: FormSlug, reason: z.string().trim().min(1).max(500) }),
  /** Asks for it after all, as long as nobody has signed the offer; by the person who may do without it. */
  z.object({ kind: z.literal('withdraw-form-waiver'), slug: FormSlug, reason: z.string().trim().min(1).max(500) }),
  /** What a guardian has answered on paper of what the school asks consent for. */
  z.object({ kind: z.literal('paper-consent'), ...PaperConsent.shape }),
  /** Mails a signer another link to the offer that is out or accepted; the one before goes on working. */
  z.object({ kind: z.literal('resend'), offerId: Uuid, signerId: Uuid }),
  /** Finance's: money that came for the deposit of the offer that was accepted. Once it is all there the seat is booked. */
  z.object({ kind: z.literal('deposit'), ...Payment.shape }),
  /** Asks to book the seat without the deposit, with the reason why. */
  z.object({ kind: z.literal('waive-deposit'), offerId: Uuid, reason: z.string().trim().min(1).max(500) }),
  /** Another person agrees to that, finance or the head: the seat is booked. */
  z.object({ kind: z.literal('agree-waiver'), offerId: Uuid }),
  /** Finance's: money that went back to the family of an offer that has ended. */
  z.object({ kind: z.literal('refund'), ...Payment.shape }),
  /** The contract is signed, the child is registered with the regulator: written down by the desk, once an offer is accepted. */
  z.object({ kind: z.literal('formality'), said: FormalitySaid }),
  /** The desk has held the child, or the person who signs for it, against a paper. */
  z.object({ kind: z.literal('identity'), said: IdentitySaid }),
  /** Money that came for the application itself, with the day on which it was paid. */
  z.object({ kind: z.literal('application-fee'), ...FeePayment.shape }),
  /** Finance's: money that went back of an application that was refused before any offer. */
  z.object({ kind: z.literal('fee-refund'), ...FeeRefund.shape }),
  /** Finance's: a payment for the application was written down wrongly. It stays, and counts no more; its receipt may be written down again. */
  z.object({ kind: z.literal('fee-reversal'), ...FeeReversal.shape }),
  /** Finance's: what becomes of cash that had no effect, whole and once. */
  z.object({ kind: z.literal('cash-return'), ...CashReturned.shape }),
  z.object({ kind: z.literal('cash-place'), ...CashPlaced.shape }),
  /** The regulator was told of a refusal, where it wants to know. */
  z.object({ kind: z.literal('notice-filed'), ...NoticeFiled.shape }),
  /** Finance's: what was on the account at the tills is settled, and the account is closed. */
  z.object({ kind: z.literal('account-settled'), ...AccountSettled.shape }),
  /** What the tills warn of, by who may see health. */
  z.object({ kind: z.literal('allergens'), allergens: z.array(Allergen).max(Allergen.options.length) }),
  /** An account of this address of the family sees its child, or does so no more. */
  z.object({ kind: z.literal('family-access'), email: z.string().max(254), isGiven: z.boolean() }),
  /** Takes a child of this birthday into this grade and year all the same; the registrar's or the head's. */
  z.object({ kind: z.literal('age-override'), reason: z.string().trim().min(1).max(500) }),
  /** How it stands with a reason for priority; only what staff have verified counts. */
  z.object({
    kind: z.literal('claim'),
    claim: z.enum(claimKinds),
    state: z.enum(claimStates),
    note: z.string().trim().max(500),
  }),
  /** Where the child is to go; only while no seat is held. */
  z.object({ kind: z.literal('place'), place: Place }),
  z.object({ kind: z.literal('assign'), owner: UserId.nullable(), nextActionOn: DayInput.nullable() }),
])
