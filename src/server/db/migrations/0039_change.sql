CREATE TABLE "student_identity_checks" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"paper" text,
	"number_end" text NOT NULL,
	"revision" integer NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "student_identity_checks_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "student_identity_checks_subject_check" CHECK ("student_identity_checks"."subject" in ('child', 'signer')),
	CONSTRAINT "student_identity_checks_paper_check" CHECK ("student_identity_checks"."paper" in ('identity-card', 'passport', 'birth-certificate'))
);
--> statement-breakpoint
ALTER TABLE "student_identity_checks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "student_identity_checks" ADD CONSTRAINT "student_identity_checks_school_id_student_id_students_school_id_id_fk" FOREIGN KEY ("school_id","student_id") REFERENCES "public"."students"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "student_identity_checks_student_idx" ON "student_identity_checks" USING btree ("school_id","student_id","revision");--> statement-breakpoint
CREATE POLICY "student_identity_checks_tenant_read" ON "student_identity_checks" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "student_identity_checks_tenant_add" ON "student_identity_checks" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));