-- expand: export batches of fee journals
CREATE TABLE "fee_export_batches" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"no" integer NOT NULL,
	"until" date NOT NULL,
	"currency" text NOT NULL,
	"accounts" jsonb NOT NULL,
	"journals" integer NOT NULL,
	"asked_hash" text NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "fee_export_batches_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "fee_export_batches" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_export_journals" (
	"school_id" uuid NOT NULL,
	"journal_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"no" integer NOT NULL,
	CONSTRAINT "fee_export_journals_school_id_journal_id_pk" PRIMARY KEY("school_id","journal_id")
);
--> statement-breakpoint
ALTER TABLE "fee_export_journals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "fee_export_journals" ADD CONSTRAINT "fee_export_journals_school_id_journal_id_fee_journals_school_id_id_fk" FOREIGN KEY ("school_id","journal_id") REFERENCES "public"."fee_journals"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_export_journals" ADD CONSTRAINT "fee_export_journals_school_id_batch_id_fee_export_batches_school_id_id_fk" FOREIGN KEY ("school_id","batch_id") REFERENCES "public"."fee_export_batches"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "fee_export_batches_no_key" ON "fee_export_batches" USING btree ("school_id","no");--> statement-breakpoint
CREATE INDEX "fee_export_journals_batch_idx" ON "fee_export_journals" USING btree ("school_id","batch_id","no");--> statement-breakpoint
CREATE POLICY "fee_export_batches_tenant_read" ON "fee_export_batches" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_export_batches_tenant_add" ON "fee_export_batches" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_export_journals_tenant_read" ON "fee_export_journals" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_export_journals_tenant_add" ON "fee_export_journals" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
