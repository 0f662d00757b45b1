CREATE TABLE "family_children" (
	"school_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"email" text NOT NULL,
	"given_at" timestamptz NOT NULL,
	"given_by" uuid,
	"gave_role" boolean NOT NULL,
	"ended_at" timestamptz,
	CONSTRAINT "family_children_school_id_student_id_email_pk" PRIMARY KEY("school_id","student_id","email")
);
--> statement-breakpoint
ALTER TABLE "family_children" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "family_children_email_idx" ON "family_children" USING btree ("school_id","email");--> statement-breakpoint
CREATE POLICY "family_children_tenant" ON "family_children" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));