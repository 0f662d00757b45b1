ALTER TABLE "pupil_accounts" DROP CONSTRAINT "pupil_accounts_state_check";--> statement-breakpoint
ALTER TABLE "pupil_accounts" ADD COLUMN "buys_from" date;--> statement-breakpoint
ALTER TABLE "pupil_accounts" ADD COLUMN "is_unread" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pupil_accounts" ADD CONSTRAINT "pupil_accounts_state_check" CHECK ("pupil_accounts"."state" in ('waiting', 'open', 'closing', 'closed'));