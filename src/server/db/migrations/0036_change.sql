CREATE TABLE "student_formalities" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"offer_id" uuid NOT NULL,
	"formality" text NOT NULL,
	"done_on" date,
	"number" text,
	"revision" integer NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "student_formalities_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "student_formalities_check" CHECK ("student_formalities"."formality" in ('contract', 'registration'))
);
--> statement-breakpoint
ALTER TABLE "student_formalities" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "student_formalities" ADD CONSTRAINT "student_formalities_school_id_student_id_students_school_id_id_fk" FOREIGN KEY ("school_id","student_id") REFERENCES "public"."students"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "student_formalities_student_idx" ON "student_formalities" USING btree ("school_id","student_id","revision");--> statement-breakpoint
CREATE POLICY "student_formalities_tenant_read" ON "student_formalities" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "student_formalities_tenant_add" ON "student_formalities" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));