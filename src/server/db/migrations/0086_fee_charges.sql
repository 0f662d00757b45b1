-- contract: tax of application fees and tax codes in exports, a fee for bounced cheques; a leaving that was undone and what it owed of a deposit may come again: its unique keys count entries, the narrower ones go (the release before refuses a second leaving itself)
ALTER TABLE "student_fees" ADD COLUMN "tax_code" text;--> statement-breakpoint
ALTER TABLE "student_fees" ADD COLUMN "tax_ppm" integer;--> statement-breakpoint
ALTER TABLE "student_fees" ADD COLUMN "tax" bigint;--> statement-breakpoint
ALTER TABLE "offer_settlements" ADD COLUMN "entry" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "fee_leavings" ADD COLUMN "entry" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "fee_settings" ADD COLUMN "application_tax" jsonb;--> statement-breakpoint
ALTER TABLE "fee_settings" ADD COLUMN "bounce_fee" jsonb;--> statement-breakpoint
ALTER TABLE "fee_export_batches" ADD COLUMN "has_tax_codes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "offer_settlements_entry_key" ON "offer_settlements" USING btree ("school_id","offer_id","kind","entry") WHERE kind <> 'refund-paid';--> statement-breakpoint
CREATE UNIQUE INDEX "fee_leavings_entry_key" ON "fee_leavings" USING btree ("school_id","student_id","year","entry");--> statement-breakpoint
DROP INDEX "offer_settlements_once_key";--> statement-breakpoint
DROP INDEX "fee_leavings_student_key";
