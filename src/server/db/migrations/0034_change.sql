CREATE TABLE "import_jobs" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"format" text NOT NULL,
	"state" text NOT NULL,
	"unknown_heads" text[] NOT NULL,
	"unused_heads" text[] NOT NULL,
	"day_order" text NOT NULL,
	"started_at" timestamptz NOT NULL,
	"started_by" uuid NOT NULL,
	"expires_at" timestamptz NOT NULL,
	CONSTRAINT "import_jobs_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "import_jobs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "import_rows" (
	"school_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"values" jsonb,
	"verdict" text NOT NULL,
	"problems" jsonb NOT NULL,
	"known" jsonb,
	"joined" integer NOT NULL,
	"siblings" integer NOT NULL,
	"student_id" uuid,
	CONSTRAINT "import_rows_school_id_job_id_row_pk" PRIMARY KEY("school_id","job_id","row")
);
--> statement-breakpoint
ALTER TABLE "import_rows" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "student_identity_numbers" (
	"school_id" uuid NOT NULL,
	"number_hash" text NOT NULL,
	"student_id" uuid NOT NULL,
	CONSTRAINT "student_identity_numbers_school_id_number_hash_pk" PRIMARY KEY("school_id","number_hash")
);
--> statement-breakpoint
ALTER TABLE "student_identity_numbers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_school_id_job_id_import_jobs_school_id_id_fk" FOREIGN KEY ("school_id","job_id") REFERENCES "public"."import_jobs"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_jobs_started_idx" ON "import_jobs" USING btree ("school_id","started_at");--> statement-breakpoint
CREATE INDEX "import_jobs_expires_idx" ON "import_jobs" USING btree ("school_id","expires_at");--> statement-breakpoint
CREATE INDEX "student_identity_numbers_student_idx" ON "student_identity_numbers" USING btree ("school_id","student_id");--> statement-breakpoint
CREATE INDEX "student_guardians_phone_idx" ON "student_guardians" USING btree ("school_id","phone");--> statement-breakpoint
CREATE INDEX "student_guardians_email_idx" ON "student_guardians" USING btree ("school_id",lower("email"));--> statement-breakpoint
CREATE POLICY "import_jobs_tenant" ON "import_jobs" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "import_rows_tenant" ON "import_rows" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "student_identity_numbers_tenant" ON "student_identity_numbers" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));