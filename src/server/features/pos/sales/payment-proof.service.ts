import type { Tx } from '#server/kernel/db.ts'
import type { CustomerId, SaleId } from '#shared/kernel/ids.ts'
import type { Minor } from '#shared/kernel/money.ts'
import type { Instant } from '#shared/kernel/time.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'

/** The judgement of what showed whose account pays for a sale. */
export interface PaymentProof {
  /** Reasons for staff to look at the sale, kept permanently with it. */
  readonly flags: readonly string[]
  /** True when no account pays by this proof until staff decide. */
  readonly isHeld: boolean
}

/** A tender that no account pays until staff decide. */
export interface HeldPayment {
  readonly tenderId: string
  readonly saleId: SaleId
  readonly customerId: CustomerId
  readonly amount: Minor
  readonly businessDay: string
  readonly soldAt: Instant
  /** Flags of the proof, sorted. */
  readonly why: string[]
}

/** The check of proofs, and the place where payments wait for staff; passed to `posCommands`. */
export interface PaymentProofs {
  /** Reads once what the proofs of these sales are checked against. */
  check(tx: Tx, schoolId: string, sales: readonly Sale[]): Promise<(sale: Sale) => PaymentProof>
  /** Stores held payments; one that is stored already stays as it is. */
  hold(tx: Tx, schoolId: string, payments: readonly HeldPayment[]): Promise<void>
}
