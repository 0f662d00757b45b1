-- expand: cheques, bank lines and online payments of fees
CREATE TABLE "fee_bank_imports" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"account" text NOT NULL,
	"format" text NOT NULL,
	"lines" integer NOT NULL,
	"known" integer NOT NULL,
	"faults" jsonb NOT NULL,
	"asked_hash" text NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "fee_bank_imports_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "fee_bank_imports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_bank_lines" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"account" text NOT NULL,
	"booked_on" date NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"text" text NOT NULL,
	"reference" text NOT NULL,
	"state" text NOT NULL,
	"matched_by" text,
	"payer_id" uuid,
	"candidates" jsonb NOT NULL,
	"payment_id" uuid,
	"by_user" uuid,
	"decided_at" timestamptz,
	CONSTRAINT "fee_bank_lines_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "fee_bank_lines_match_check" CHECK (("fee_bank_lines"."state" = 'matched') = ("fee_bank_lines"."payer_id" is not null)),
	CONSTRAINT "fee_bank_lines_state_check" CHECK ("fee_bank_lines"."state" in ('matched', 'doubtful', 'ignored')),
	CONSTRAINT "fee_bank_lines_matched_check" CHECK ("fee_bank_lines"."matched_by" in ('code', 'child', 'person'))
);
--> statement-breakpoint
ALTER TABLE "fee_bank_lines" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_cheque_events" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"cheque_id" uuid NOT NULL,
	"act" text NOT NULL,
	"on_day" date NOT NULL,
	"state" text NOT NULL,
	"amount" bigint,
	"note" text NOT NULL,
	"asked_hash" text NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "fee_cheque_events_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "fee_cheque_events_state_check" CHECK ("fee_cheque_events"."state" in ('received', 'held', 'deposited', 'cleared', 'part-cleared', 'bounced', 'represented', 'replaced', 'withdrawn', 'returned'))
);
--> statement-breakpoint
ALTER TABLE "fee_cheque_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_cheques" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"payer_id" uuid NOT NULL,
	"student_id" uuid,
	"bank" text NOT NULL,
	"account" text NOT NULL,
	"number" text NOT NULL,
	"identity" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"received_on" date NOT NULL,
	"dated_on" date NOT NULL,
	"state" text NOT NULL,
	"cleared" bigint NOT NULL,
	"last_on" date NOT NULL,
	"payment_id" uuid NOT NULL,
	"asked_hash" text NOT NULL,
	"by_user" uuid NOT NULL,
	"recorded_at" timestamptz NOT NULL,
	CONSTRAINT "fee_cheques_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "fee_cheques_amount_check" CHECK ("fee_cheques"."amount" > 0 and "fee_cheques"."cleared" >= 0 and "fee_cheques"."cleared" <= "fee_cheques"."amount"),
	CONSTRAINT "fee_cheques_state_check" CHECK ("fee_cheques"."state" in ('received', 'held', 'deposited', 'cleared', 'part-cleared', 'bounced', 'represented', 'replaced', 'withdrawn', 'returned'))
);
--> statement-breakpoint
ALTER TABLE "fee_cheques" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_gateway_events" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"gateway" text NOT NULL,
	"event_key" text NOT NULL,
	"raw" text NOT NULL,
	"gateway_ref" text,
	"received_at" timestamptz NOT NULL,
	"handled_at" timestamptz,
	CONSTRAINT "fee_gateway_events_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "fee_gateway_events_gateway_check" CHECK ("fee_gateway_events"."gateway" in ('myfatoorah', 'tap', 'simulated'))
);
--> statement-breakpoint
ALTER TABLE "fee_gateway_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_gateways" (
	"school_id" uuid NOT NULL,
	"gateway" text NOT NULL,
	"is_enabled" boolean NOT NULL,
	"is_live" boolean NOT NULL,
	"country" text NOT NULL,
	"merchant" text NOT NULL,
	"api_key" text,
	"webhook_secret" text,
	"revision" integer NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "fee_gateways_school_id_gateway_pk" PRIMARY KEY("school_id","gateway"),
	CONSTRAINT "fee_gateways_gateway_check" CHECK ("fee_gateways"."gateway" in ('myfatoorah', 'tap', 'simulated'))
);
--> statement-breakpoint
ALTER TABLE "fee_gateways" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_intents" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"gateway" text NOT NULL,
	"payer_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"items" jsonb NOT NULL,
	"state" text NOT NULL,
	"fault" text,
	"gateway_ref" text,
	"url" text,
	"asked_hash" text NOT NULL,
	"by_user" uuid,
	"created_at" timestamptz NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"next_ask_at" timestamptz,
	"paid_at" timestamptz,
	"transaction" text,
	CONSTRAINT "fee_intents_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "fee_intents_amount_check" CHECK ("fee_intents"."amount" > 0),
	CONSTRAINT "fee_intents_state_check" CHECK ("fee_intents"."state" in ('new', 'open', 'paid', 'failed', 'expired', 'replaced', 'mismatch'))
);
--> statement-breakpoint
ALTER TABLE "fee_intents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "fee_bank_lines" ADD CONSTRAINT "fee_bank_lines_school_id_import_id_fee_bank_imports_school_id_id_fk" FOREIGN KEY ("school_id","import_id") REFERENCES "public"."fee_bank_imports"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_cheque_events" ADD CONSTRAINT "fee_cheque_events_school_id_cheque_id_fee_cheques_school_id_id_fk" FOREIGN KEY ("school_id","cheque_id") REFERENCES "public"."fee_cheques"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_cheques" ADD CONSTRAINT "fee_cheques_school_id_payment_id_fee_payments_school_id_id_fk" FOREIGN KEY ("school_id","payment_id") REFERENCES "public"."fee_payments"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_intents" ADD CONSTRAINT "fee_intents_school_id_gateway_fee_gateways_school_id_gateway_fk" FOREIGN KEY ("school_id","gateway") REFERENCES "public"."fee_gateways"("school_id","gateway") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "fee_bank_lines_hash_key" ON "fee_bank_lines" USING btree ("school_id","hash");--> statement-breakpoint
CREATE INDEX "fee_bank_lines_state_idx" ON "fee_bank_lines" USING btree ("school_id","state","booked_on");--> statement-breakpoint
CREATE INDEX "fee_bank_lines_unbooked_idx" ON "fee_bank_lines" USING btree ("school_id","id") WHERE state = 'matched' and payment_id is null;--> statement-breakpoint
CREATE INDEX "fee_cheque_events_cheque_idx" ON "fee_cheque_events" USING btree ("school_id","cheque_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "fee_cheques_identity_key" ON "fee_cheques" USING btree ("school_id","identity");--> statement-breakpoint
CREATE INDEX "fee_cheques_dated_idx" ON "fee_cheques" USING btree ("school_id","dated_on");--> statement-breakpoint
CREATE INDEX "fee_cheques_payer_idx" ON "fee_cheques" USING btree ("school_id","payer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fee_gateway_events_key" ON "fee_gateway_events" USING btree ("school_id","gateway","event_key");--> statement-breakpoint
CREATE INDEX "fee_gateway_events_open_idx" ON "fee_gateway_events" USING btree ("school_id","received_at") WHERE handled_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "fee_intents_ref_key" ON "fee_intents" USING btree ("school_id","gateway","gateway_ref");--> statement-breakpoint
CREATE INDEX "fee_intents_payer_idx" ON "fee_intents" USING btree ("school_id","payer_id","created_at");--> statement-breakpoint
CREATE INDEX "fee_intents_created_idx" ON "fee_intents" USING btree ("school_id","created_at");--> statement-breakpoint
CREATE INDEX "fee_intents_ask_idx" ON "fee_intents" USING btree ("school_id","next_ask_at") WHERE next_ask_at is not null;--> statement-breakpoint
CREATE POLICY "fee_bank_imports_tenant_read" ON "fee_bank_imports" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_bank_imports_tenant_add" ON "fee_bank_imports" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_bank_lines_tenant" ON "fee_bank_lines" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_cheque_events_tenant_read" ON "fee_cheque_events" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_cheque_events_tenant_add" ON "fee_cheque_events" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_cheques_tenant" ON "fee_cheques" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_gateway_events_tenant" ON "fee_gateway_events" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_gateways_tenant" ON "fee_gateways" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_intents_tenant" ON "fee_intents" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
