-- expand: cash for accounts that a desk took, in the ledger of cash and with its provisional number
ALTER TABLE "fee_postings" DROP CONSTRAINT "fee_postings_debit_check";--> statement-breakpoint
ALTER TABLE "fee_postings" DROP CONSTRAINT "fee_postings_credit_check";--> statement-breakpoint
ALTER TABLE "account_movements" ADD COLUMN "provisional" text;--> statement-breakpoint
ALTER TABLE "account_movements" ADD COLUMN "taken_at" timestamptz;--> statement-breakpoint
ALTER TABLE "fee_postings" ADD CONSTRAINT "fee_postings_debit_check" CHECK ("fee_postings"."debit" in ('cash', 'bank', 'card-clearing', 'gateway-clearing', 'cheques-held', 'receivable', 'family-credit', 'seat-deposits', 'application-fees', 'deferred-revenue', 'revenue', 'discount', 'vat', 'refunds-payable', 'bad-debt', 'cash-difference', 'gateway-charges', 'unplaced-cash', 'opening', 'pupil-accounts'));--> statement-breakpoint
ALTER TABLE "fee_postings" ADD CONSTRAINT "fee_postings_credit_check" CHECK ("fee_postings"."credit" in ('cash', 'bank', 'card-clearing', 'gateway-clearing', 'cheques-held', 'receivable', 'family-credit', 'seat-deposits', 'application-fees', 'deferred-revenue', 'revenue', 'discount', 'vat', 'refunds-payable', 'bad-debt', 'cash-difference', 'gateway-charges', 'unplaced-cash', 'opening', 'pupil-accounts'));
