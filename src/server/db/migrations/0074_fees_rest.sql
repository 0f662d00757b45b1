-- expand: leavings that were undone, months of charges, tokens of return pages, contacts that follow a file, runs of reminders, names on papers, cash by cashier, kind of school
CREATE TABLE "fee_leaving_ends" (
	"school_id" uuid NOT NULL,
	"leaving_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"reason" text,
	"document_ids" jsonb NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "fee_leaving_ends_school_id_leaving_id_pk" PRIMARY KEY("school_id","leaving_id")
);
--> statement-breakpoint
ALTER TABLE "fee_leaving_ends" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "fee_charges" ADD COLUMN "months" integer;--> statement-breakpoint
ALTER TABLE "fee_intents" ADD COLUMN "return_hash" text;--> statement-breakpoint
ALTER TABLE "fee_payers" ADD COLUMN "follows_file" boolean;--> statement-breakpoint
ALTER TABLE "fee_settings" ADD COLUMN "school_kind" text DEFAULT 'foreign' NOT NULL;--> statement-breakpoint
ALTER TABLE "fee_leaving_ends" ADD CONSTRAINT "fee_leaving_ends_school_id_leaving_id_fee_leavings_school_id_id_fk" FOREIGN KEY ("school_id","leaving_id") REFERENCES "public"."fee_leavings"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fee_journals_user_idx" ON "fee_journals" USING btree ("school_id","by_user","recorded_at");--> statement-breakpoint
CREATE POLICY "fee_leaving_ends_tenant_read" ON "fee_leaving_ends" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_leaving_ends_tenant_add" ON "fee_leaving_ends" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_leaving_ends_tenant_retain" ON "fee_leaving_ends" AS PERMISSIVE FOR UPDATE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = fee_leaving_ends.school_id and e.xact = pg_current_xact_id()::text and e.student_id = fee_leaving_ends.student_id)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and reason is null);--> statement-breakpoint
CREATE TABLE "fee_reminder_run_payers" (
	"school_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"payer_id" uuid NOT NULL,
	"state" text NOT NULL,
	CONSTRAINT "fee_reminder_run_payers_school_id_run_id_payer_id_pk" PRIMARY KEY("school_id","run_id","payer_id"),
	CONSTRAINT "fee_reminder_run_payers_state_check" CHECK ("fee_reminder_run_payers"."state" in ('waiting', 'sent', 'failed', 'skipped'))
);
--> statement-breakpoint
ALTER TABLE "fee_reminder_run_payers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_reminder_runs" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"state" text NOT NULL,
	"asked_hash" text NOT NULL,
	"origin" text NOT NULL,
	"started_at" timestamptz NOT NULL,
	"by_user" uuid NOT NULL,
	CONSTRAINT "fee_reminder_runs_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "fee_reminder_runs_state_check" CHECK ("fee_reminder_runs"."state" in ('running', 'stopped', 'done'))
);
--> statement-breakpoint
ALTER TABLE "fee_reminder_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "fee_reminder_run_payers" ADD CONSTRAINT "fee_reminder_run_payers_school_id_run_id_fee_reminder_runs_school_id_id_fk" FOREIGN KEY ("school_id","run_id") REFERENCES "public"."fee_reminder_runs"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fee_reminder_runs_started_idx" ON "fee_reminder_runs" USING btree ("school_id","started_at");--> statement-breakpoint
CREATE POLICY "fee_reminder_run_payers_tenant" ON "fee_reminder_run_payers" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_reminder_runs_tenant" ON "fee_reminder_runs" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE TABLE "fee_document_names" (
	"school_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"content" jsonb NOT NULL,
	CONSTRAINT "fee_document_names_school_id_document_id_pk" PRIMARY KEY("school_id","document_id")
);
--> statement-breakpoint
ALTER TABLE "fee_document_names" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "fee_document_names_tenant" ON "fee_document_names" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
