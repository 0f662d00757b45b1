CREATE TABLE "student_age_overrides" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"birth_date" date NOT NULL,
	"grade" text NOT NULL,
	"entry_year" integer NOT NULL,
	"reason" text NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "student_age_overrides_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "student_age_overrides" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "student_age_overrides" ADD CONSTRAINT "student_age_overrides_school_id_student_id_students_school_id_id_fk" FOREIGN KEY ("school_id","student_id") REFERENCES "public"."students"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "student_age_overrides_student_idx" ON "student_age_overrides" USING btree ("school_id","student_id");--> statement-breakpoint
CREATE POLICY "student_age_overrides_tenant_read" ON "student_age_overrides" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "student_age_overrides_tenant_add" ON "student_age_overrides" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));