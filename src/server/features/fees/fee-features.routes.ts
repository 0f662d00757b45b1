import { feeChildRoutes } from './setup/fee-child.routes.ts'
import { feePayerRoutes } from './setup/fee-payer.routes.ts'
import { feeSetupRoutes } from './setup/fee-setup.routes.ts'
import { billingRoutes } from './billing/billing.routes.ts'
import { claimRoutes } from './claims/claim.routes.ts'
import { bankLineRoutes } from './bank/bank-line.routes.ts'
import { chequeRoutes } from './cheques/cheque.routes.ts'
import { onlinePaymentRoutes } from './online/online-payment.routes.ts'
import { feeListRoutes } from './overview/fee-list.routes.ts'
import { feeExportRoutes } from './export/export-batch.routes.ts'
import { familyFeesRoutes } from './family/family-fees.routes.ts'
import { feePaperRoutes } from './papers/fee-paper.routes.ts'
import { feesRoutes } from './fees.routes.ts'
import { cashbookRoutes } from './cashbook/cashbook.routes.ts'
import type { Feature } from '#server/http/serve.ts'

/** Features of fees that answer calls of the contract, one line each. */
export const feeFeatures: readonly Feature[] = [
  feePayerRoutes,
  feeChildRoutes,
  feeSetupRoutes,
  billingRoutes,
  claimRoutes,
  bankLineRoutes,
  chequeRoutes,
  onlinePaymentRoutes,
  feeListRoutes,
  feeExportRoutes,
  feesRoutes,
  feePaperRoutes,
  familyFeesRoutes,
  cashbookRoutes,
]
