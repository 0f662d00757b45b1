-- expand: leavings, notices and holds of reminders, cash sessions; two settings of fees
CREATE TABLE "fee_cash_session_journals" (
	"school_id" uuid NOT NULL,
	"journal_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	CONSTRAINT "fee_cash_session_journals_school_id_journal_id_pk" PRIMARY KEY("school_id","journal_id")
);
--> statement-breakpoint
ALTER TABLE "fee_cash_session_journals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_cash_sessions" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"desk" text NOT NULL,
	"cashier" uuid NOT NULL,
	"opened_at" timestamptz NOT NULL,
	"float" bigint NOT NULL,
	"asked_hash" text NOT NULL,
	"closed_at" timestamptz,
	"counts" jsonb,
	"counted" bigint,
	"receipts" bigint,
	"refunds" bigint,
	"banked" bigint,
	"difference" bigint,
	"difference_reason" text,
	"note" text,
	CONSTRAINT "fee_cash_sessions_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "fee_cash_sessions_float_check" CHECK ("fee_cash_sessions"."float" >= 0),
	CONSTRAINT "fee_cash_sessions_sum_check" CHECK ("fee_cash_sessions"."closed_at" is null or "fee_cash_sessions"."float" + "fee_cash_sessions"."receipts" - "fee_cash_sessions"."refunds" - "fee_cash_sessions"."banked" + "fee_cash_sessions"."difference" = "fee_cash_sessions"."counted"),
	CONSTRAINT "fee_cash_sessions_reason_check" CHECK ("fee_cash_sessions"."difference_reason" in ('change', 'miscount', 'not-recorded', 'late-receipt', 'unknown'))
);
--> statement-breakpoint
ALTER TABLE "fee_cash_sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_leavings" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"year" integer NOT NULL,
	"requested_on" date NOT NULL,
	"reason" text NOT NULL,
	"result" jsonb NOT NULL,
	"document_ids" jsonb NOT NULL,
	"claim_ids" jsonb NOT NULL,
	"asked_hash" text NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "fee_leavings_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "fee_leavings_reason_check" CHECK ("fee_leavings"."reason" in ('other', 'left-country', 'left-emirate', 'lower-rating', 'no-place'))
);
--> statement-breakpoint
ALTER TABLE "fee_leavings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_holds" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"payer_id" uuid NOT NULL,
	"charge_id" uuid,
	"reason" text NOT NULL,
	"until" date,
	"note" text NOT NULL,
	"asked_hash" text NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	"ended_by" uuid,
	"ended_at" timestamptz,
	CONSTRAINT "fee_holds_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "fee_holds_reason_check" CHECK ("fee_holds"."reason" in ('promise', 'dispute', 'plan'))
);
--> statement-breakpoint
ALTER TABLE "fee_holds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_notices" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"payer_id" uuid NOT NULL,
	"level" integer NOT NULL,
	"charge_ids" jsonb NOT NULL,
	"open" bigint NOT NULL,
	"language" text NOT NULL,
	"mail_id" uuid NOT NULL,
	"text_version" integer NOT NULL,
	"sent_on" date NOT NULL,
	"by_user" uuid,
	"at" timestamptz NOT NULL,
	CONSTRAINT "fee_notices_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "fee_notices_level_check" CHECK ("fee_notices"."level" > 0)
);
--> statement-breakpoint
ALTER TABLE "fee_notices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "fee_settings" ADD COLUMN "own_leaving" jsonb;--> statement-breakpoint
ALTER TABLE "fee_settings" ADD COLUMN "sends_reminders" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "fee_cash_session_journals" ADD CONSTRAINT "fee_cash_session_journals_school_id_journal_id_fee_journals_school_id_id_fk" FOREIGN KEY ("school_id","journal_id") REFERENCES "public"."fee_journals"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_cash_session_journals" ADD CONSTRAINT "fee_cash_session_journals_school_id_session_id_fee_cash_sessions_school_id_id_fk" FOREIGN KEY ("school_id","session_id") REFERENCES "public"."fee_cash_sessions"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fee_cash_session_journals_session_idx" ON "fee_cash_session_journals" USING btree ("school_id","session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fee_cash_sessions_open_key" ON "fee_cash_sessions" USING btree ("school_id","cashier") WHERE "fee_cash_sessions"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "fee_cash_sessions_opened_idx" ON "fee_cash_sessions" USING btree ("school_id","opened_at");--> statement-breakpoint
CREATE UNIQUE INDEX "fee_leavings_student_key" ON "fee_leavings" USING btree ("school_id","student_id","year");--> statement-breakpoint
CREATE INDEX "fee_holds_payer_idx" ON "fee_holds" USING btree ("school_id","payer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fee_notices_day_key" ON "fee_notices" USING btree ("school_id","payer_id","sent_on");--> statement-breakpoint
CREATE POLICY "fee_cash_session_journals_tenant_read" ON "fee_cash_session_journals" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_cash_session_journals_tenant_add" ON "fee_cash_session_journals" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_cash_sessions_tenant" ON "fee_cash_sessions" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_leavings_tenant_read" ON "fee_leavings" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_leavings_tenant_add" ON "fee_leavings" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_holds_tenant" ON "fee_holds" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_notices_tenant_read" ON "fee_notices" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_notices_tenant_add" ON "fee_notices" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
