-- expand: how applications for work stand
CREATE TABLE "work_applications" (
	"school_id" uuid NOT NULL,
	"submission_id" uuid NOT NULL,
	"status" text NOT NULL,
	"revision" integer NOT NULL,
	"changed_by" uuid NOT NULL,
	"changed_at" timestamptz NOT NULL,
	CONSTRAINT "work_applications_school_id_submission_id_pk" PRIMARY KEY("school_id","submission_id")
);
--> statement-breakpoint
ALTER TABLE "work_applications" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "work_applications" ADD CONSTRAINT "work_applications_school_id_submission_id_submissions_school_id_id_fk" FOREIGN KEY ("school_id","submission_id") REFERENCES "public"."submissions"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "work_applications_tenant" ON "work_applications" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
