import { z } from 'zod'
import { FormSlug } from '#shared/forms/form.contract.ts'
import { requiredFormStates } from '#shared/forms/required-forms.rules.ts'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { Bilingual } from '#shared/kernel/endpoint.ts'
import { Currency, CustomerId, Day, Instant, Minor, UserId, Uuid } from '#shared/kernel/fields.ts'
import { Allergen } from '#shared/pos/catalogue.contract.ts'
import { FeeTax, IncludedTax } from '#shared/fees/tax/fee-tax.contract.ts'
import { formalities } from '#shared/students/formality.rules.ts'
import { identityDocuments, identitySubjects } from '#shared/students/identity-check.rules.ts'
import { CashReceipt } from './desk-cash.contract.ts'

/** Money of an application that came or went; `by` is null where a step brought it about. */
const FeeLine = z.object({
  amount: Minor,
  method: z.string(),
  receipt: z.string(),
  /** That a payment contains; null where the school had set no tax code, and for refunds. */
  tax: IncludedTax.nullable().default(null),
  on: Day,
  by: Colleague.nullable(),
  at: Instant,
})

/** A payment, which may have been written down wrongly: then it counts no more. */
const FeePaid = FeeLine.extend({
  id: Uuid,
  reversed: z.object({ reason: z.string(), by: Colleague.nullable(), at: Instant }).nullable(),
  /** Whether it may still be reversed: not once its money went back. */
  isReversible: z.boolean(),
})

/** What the desk checks, takes in and files beside the steps of a student. */
export const StudentChecks = z.object({
  /** Of an offer that was accepted: what the school asks for before it confirms, and who has written down that it was done. */
  formalities: z.array(
    z.object({
      formality: z.enum(formalities),
      isNeeded: z.boolean(),
      recorded: z.object({ on: Day, number: z.string().nullable(), by: Colleague, at: Instant }).nullable(),
    }),
  ),
  /** Forms that are answered before the place is accepted; what is neither open, done nor waived can't be asked now. */
  firstForms: z
    .array(
      z.object({
        slug: FormSlug,
        title: Bilingual,
        state: z.enum(requiredFormStates),
        doneAt: Instant.nullable(),
        waiver: z.object({ reason: z.string(), by: Colleague, at: Instant }).nullable(),
        /** It was done without before, and is asked for after all. */
        takenBack: z.object({ reason: z.string(), by: Colleague, at: Instant }).nullable().default(null),
      }),
    )
    .default([]),
  /** Whose identity was held against a paper: for a new file, or where somebody's was. */
  identity: z.array(
    z.object({
      of: z.enum(identitySubjects),
      /** Nobody comes on the short list without. */
      isNeeded: z.boolean(),
      /** What the numbers in the application end in, for who checks them. */
      stated: z.array(z.object({ paper: z.enum(identityDocuments), numberEnd: z.string() })),
      /** `by` is null where it follows from a document that was approved. */
      checked: z
        .object({ paper: z.enum(identityDocuments), numberEnd: z.string(), by: Colleague.nullable(), at: Instant })
        .nullable(),
    }),
  ),
  /** What was paid for the application; what is owed again since it was refused before any offer, and what went back. */
  fee: z.object({
    currency: Currency,
    /** The most that the regulator allows; null where nothing is capped. */
    most: Minor.nullable(),
    /** Tax code of what is received from now on; null where the school has set none. */
    tax: FeeTax.nullable().default(null),
    paid: z.array(FeePaid),
    due: Minor,
    refunded: z.array(FeeLine),
  }),
  /** Cash that the desk took for the file, with and without effect, the first before the rest. */
  cash: z.array(CashReceipt).default([]),
  /** What the regulator is to be told of this refusal, for who may see why; null where it wants to know nothing. */
  notice: z
    .object({
      id: Uuid,
      dueOn: Day,
      filed: z.object({ on: Day, number: z.string(), by: Colleague, at: Instant }).nullable(),
    })
    .nullable(),
  /** Who may see a child of the school at home, by an account of their own; for who keeps the record. */
  family: z
    .array(
      z.object({
        email: z.string(),
        /** Null for an address that the file names no more. */
        name: z.string().nullable(),
        hasAccount: z.boolean(),
        isGiven: z.boolean(),
      }),
    )
    .nullable(),
  /** The account at the tills, since the place was confirmed. */
  account: z
    .object({
      customerId: CustomerId,
      admissionNo: z.string(),
      /** `waiting`: its day has not come; `closing`: the place was given up, and finance has to settle what is on it. */
      state: z.enum(['waiting', 'open', 'closing', 'closed']),
      /** The first day on which the tills sell to it; null for at once. */
      buysFrom: Day.nullable(),
      /** It was opened for this place, and is closed with it. */
      isOurs: z.boolean(),
      currency: Currency,
      /** For who may see accounts. */
      balance: Minor.nullable(),
      /** What the tills warn of, whether the family was asked, and what it says in its own words; for who may see health. */
      allergens: z
        .object({ told: z.array(Allergen), isAsked: z.boolean(), said: z.string().nullable(), isUnread: z.boolean() })
        .nullable(),
    })
    .nullable(),
})

/** The school's age rule by which a child is too young or too old for its grade; absent for a child who is neither. */
export const AgeCheckResult = z.object({
  kind: z.enum(['too-young', 'too-old']),
  /** Age in whole years on the cut-off day. */
  age: z.int(),
  ageAsked: z.int(),
  cutOff: Day,
  source: z.enum(['regulator', 'school']),
  /** The colleague who admits the child anyway, with the reason. */
  override: z.object({ by: z.object({ userId: UserId, name: Bilingual }), at: Instant, reason: z.string() }).nullable(),
})
