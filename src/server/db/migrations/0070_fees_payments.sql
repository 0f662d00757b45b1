-- expand: prints of receipts, what was open after one, refunds asked of gateways
CREATE TABLE "fee_refund_attempts" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"claim_id" uuid NOT NULL,
	"state" text NOT NULL,
	"refund_ref" text,
	"why" text,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	"next_ask_at" timestamptz,
	CONSTRAINT "fee_refund_attempts_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "fee_refund_attempts_state_check" CHECK ("fee_refund_attempts"."state" in ('asked', 'refunded', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "fee_refund_attempts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_receipt_prints" (
	"school_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "fee_receipt_prints_school_id_payment_id_id_pk" PRIMARY KEY("school_id","payment_id","id")
);
--> statement-breakpoint
ALTER TABLE "fee_receipt_prints" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "fee_claim_ends" ADD COLUMN "method" text;--> statement-breakpoint
ALTER TABLE "fee_payments" ADD COLUMN "open_after" bigint;--> statement-breakpoint
ALTER TABLE "fee_refund_attempts" ADD CONSTRAINT "fee_refund_attempts_school_id_claim_id_fee_claims_school_id_id_fk" FOREIGN KEY ("school_id","claim_id") REFERENCES "public"."fee_claims"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_receipt_prints" ADD CONSTRAINT "fee_receipt_prints_school_id_payment_id_fee_payments_school_id_id_fk" FOREIGN KEY ("school_id","payment_id") REFERENCES "public"."fee_payments"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "fee_refund_attempts_one_key" ON "fee_refund_attempts" USING btree ("school_id","claim_id") WHERE state <> 'refused';--> statement-breakpoint
CREATE INDEX "fee_refund_attempts_claim_idx" ON "fee_refund_attempts" USING btree ("school_id","claim_id");--> statement-breakpoint
CREATE INDEX "fee_refund_attempts_ask_idx" ON "fee_refund_attempts" USING btree ("school_id","next_ask_at") WHERE next_ask_at is not null;--> statement-breakpoint
CREATE POLICY "fee_refund_attempts_tenant" ON "fee_refund_attempts" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_receipt_prints_tenant_read" ON "fee_receipt_prints" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_receipt_prints_tenant_add" ON "fee_receipt_prints" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
