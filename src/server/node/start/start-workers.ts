import { startLetterJobWorker } from '#server/features/admissions/bulk-letters/run-letter-job.service.ts'
import { postLateJournals } from '#server/features/admissions/fees/late-journals.service.ts'
import { startImportWorker } from '#server/features/admissions/import/run-import.service.ts'
import { startFaceRetentionWorker } from '#server/features/faces/retention.service.ts'
import { startBankLineWorker } from '#server/features/fees/bank/import-statement.service.ts'
import { startBillingWorker } from '#server/features/fees/billing/run-billing.service.ts'
import { startFeeRounds } from '#server/features/fees/fee-rounds.service.ts'
import { startEarningWorker } from '#server/features/fees/ledger/earned-revenue.service.ts'
import { startPrintWorker } from '#server/features/letters/issue/print-worker.service.ts'
import { sendMails } from '#server/features/mail/send-mails.service.ts'
import { startAdmissionClock } from '#server/features/overview/clock/admission-clock.service.ts'
import { startKeyExchange } from '#server/features/overview/keys/exchange-keys.service.ts'
import { startPatternRounds } from '#server/features/pos/patterns/find-patterns.service.ts'
import { startDaySums } from '#server/features/pos/reports/days/sum-days.service.ts'
import { startRemovedLinesWorker } from '#server/features/pos/sales/dropped-carts.service.ts'
import { startWebhooks } from '#server/features/programs/webhooks/deliver-webhooks.service.ts'
import { startSubjectAccessWorker } from '#server/features/retention/access/run-access.service.ts'
import { startErasureWorker } from '#server/features/retention/erasure-worker.service.ts'
import { startPupilImportWorker } from '#server/features/students/pupils/import/run-pupil-import.service.ts'
import { dueWhileAwake } from '#server/features/sync/installation/installation.service.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { Running } from '#server/kernel/rounds.ts'

/** Starts what works beside the requests, for all schools. */
export function startWorkers(deps: Deps): readonly Running[] {
  const due = dueWhileAwake(deps)
  return [
    startFaceRetentionWorker(deps, due),
    startErasureWorker(deps, due),
    startSubjectAccessWorker(deps, due),
    startRemovedLinesWorker(deps, due),
    startPrintWorker(deps, due),
    startLetterJobWorker(deps, due),
    startImportWorker(deps, due),
    startPupilImportWorker(deps, due),
    startBillingWorker(deps, due),
    startEarningWorker(deps, due),
    startAdmissionClock(deps, due),
    startPatternRounds(deps, due),
    startDaySums(deps, due),
    startFeeRounds(deps, due, postLateJournals),
    startBankLineWorker(deps, due),
    startWebhooks(deps, due),
    startKeyExchange(deps),
    ...(deps.mailer ? [sendMails(deps, due)] : []),
  ]
}
