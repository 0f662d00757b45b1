CREATE TABLE "letter_job_rows" (
	"school_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"student_id" uuid NOT NULL,
	"letter_id" uuid,
	"lacks" text[],
	CONSTRAINT "letter_job_rows_school_id_job_id_position_pk" PRIMARY KEY("school_id","job_id","position")
);
--> statement-breakpoint
ALTER TABLE "letter_job_rows" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "letter_jobs" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"total" integer NOT NULL,
	"origin" text NOT NULL,
	"started_at" timestamptz NOT NULL,
	"started_by" uuid NOT NULL,
	CONSTRAINT "letter_jobs_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "letter_jobs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "letter_job_rows" ADD CONSTRAINT "letter_job_rows_school_id_job_id_letter_jobs_school_id_id_fk" FOREIGN KEY ("school_id","job_id") REFERENCES "public"."letter_jobs"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "letter_jobs_started_idx" ON "letter_jobs" USING btree ("school_id","started_at");--> statement-breakpoint
CREATE INDEX "letter_jobs_running_idx" ON "letter_jobs" USING btree ("school_id") WHERE state = 'running';--> statement-breakpoint
CREATE POLICY "letter_job_rows_tenant" ON "letter_job_rows" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "letter_jobs_tenant" ON "letter_jobs" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));