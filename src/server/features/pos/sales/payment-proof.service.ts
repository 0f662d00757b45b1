import type { Tx } from '#server/kernel/db.ts'
import type { CustomerId, SaleId } from '#shared/kernel/ids.ts'
import type { Minor } from '#shared/kernel/money.ts'
import type { Instant } from '#shared/kernel/time.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'

/** Check result of the proof of whose account pays for a sale. */
export interface PaymentProof {
  /** Flags for staff, stored permanently with the sale. */
  readonly flags: readonly string[]
  /** True when no account pays by this proof until staff decide. */
  readonly isHeld: boolean
}

/** Tender that no account pays until staff decide. */
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

/** Check of payment proofs and store of held payments; passed to `posCommands`. */
export interface PaymentProofs {
  /** Loads once the data for checking the proofs of these sales. */
  check(tx: Tx, schoolId: string, sales: readonly Sale[]): Promise<(sale: Sale) => PaymentProof>
  /** Stores held payments; one already stored is left unchanged. */
  hold(tx: Tx, schoolId: string, payments: readonly HeldPayment[]): Promise<void>
}
