-- expand: enquiries as the desk works on them: their state, history, invitations to apply and files
CREATE TABLE "enquiry_cases" (
	"school_id" uuid NOT NULL,
	"enquiry_id" uuid NOT NULL,
	"status" text NOT NULL,
	"lost_reason" text,
	"owner_id" uuid,
	"next_on" date,
	"first_answered_at" timestamptz,
	"merged_into" uuid,
	"revision" integer NOT NULL,
	"changed_at" timestamptz NOT NULL,
	CONSTRAINT "enquiry_cases_school_id_enquiry_id_pk" PRIMARY KEY("school_id","enquiry_id"),
	CONSTRAINT "enquiry_cases_status_check" CHECK ("enquiry_cases"."status" in ('new', 'contacted', 'visited', 'invited', 'applied', 'lost')),
	CONSTRAINT "enquiry_cases_reason_check" CHECK ("enquiry_cases"."lost_reason" in ('no-answer', 'no-seat', 'fees', 'distance', 'other-school', 'not-moving', 'not-eligible', 'duplicate', 'other'))
);
--> statement-breakpoint
ALTER TABLE "enquiry_cases" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "enquiry_events" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"asked_hash" text NOT NULL,
	"enquiry_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"to_status" text,
	"facts" jsonb NOT NULL,
	"by_user" uuid,
	"at" timestamptz NOT NULL,
	CONSTRAINT "enquiry_events_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "enquiry_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "enquiry_invitations" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"enquiry_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"invited_at" timestamptz NOT NULL,
	"invited_by" uuid NOT NULL,
	"applied_at" timestamptz,
	CONSTRAINT "enquiry_invitations_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "enquiry_invitations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "enquiry_students" (
	"school_id" uuid NOT NULL,
	"enquiry_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"place" integer,
	CONSTRAINT "enquiry_students_school_id_enquiry_id_student_id_pk" PRIMARY KEY("school_id","enquiry_id","student_id")
);
--> statement-breakpoint
ALTER TABLE "enquiry_students" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "enquiry_cases_status_idx" ON "enquiry_cases" USING btree ("school_id","status","next_on");--> statement-breakpoint
CREATE INDEX "enquiry_cases_merged_idx" ON "enquiry_cases" USING btree ("school_id","merged_into") WHERE "enquiry_cases"."merged_into" is not null;--> statement-breakpoint
CREATE INDEX "enquiry_events_enquiry_idx" ON "enquiry_events" USING btree ("school_id","enquiry_id","at");--> statement-breakpoint
CREATE INDEX "enquiry_invitations_enquiry_idx" ON "enquiry_invitations" USING btree ("school_id","enquiry_id","invited_at");--> statement-breakpoint
CREATE INDEX "enquiry_students_student_idx" ON "enquiry_students" USING btree ("school_id","student_id");--> statement-breakpoint
CREATE POLICY "enquiry_cases_tenant" ON "enquiry_cases" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "enquiry_events_tenant_read" ON "enquiry_events" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "enquiry_events_tenant_add" ON "enquiry_events" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "enquiry_events_tenant_retain" ON "enquiry_events" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = enquiry_events.school_id and e.xact = pg_current_xact_id()::text and enquiry_events.enquiry_id = any(e.records)));--> statement-breakpoint
CREATE POLICY "enquiry_invitations_tenant" ON "enquiry_invitations" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "enquiry_students_tenant" ON "enquiry_students" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
