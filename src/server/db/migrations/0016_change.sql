CREATE TABLE "student_changes" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"outcome" text,
	"mover" text NOT NULL,
	"by_user" uuid,
	"approved_by" uuid,
	"reason" text,
	"note" text,
	"review_on" date,
	"decided_at" timestamptz NOT NULL,
	"recorded_at" timestamptz NOT NULL,
	CONSTRAINT "student_changes_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "student_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "student_commands" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"by_user" uuid NOT NULL,
	"asked_hash" text NOT NULL,
	"after" jsonb NOT NULL,
	"proposal_id" uuid,
	"recorded_at" timestamptz NOT NULL,
	CONSTRAINT "student_commands_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "student_commands" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "student_proposals" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"from_status" text NOT NULL,
	"to_status" text NOT NULL,
	"outcome" text,
	"by_user" uuid NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"review_on" date,
	"decided_at" timestamptz NOT NULL,
	"recorded_at" timestamptz NOT NULL,
	"state" text NOT NULL,
	"settled_by" uuid,
	"settled_at" timestamptz,
	"settled_note" text,
	CONSTRAINT "student_proposals_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "student_proposals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "students" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"reference" text NOT NULL,
	"origin" text NOT NULL,
	"submission_id" uuid,
	"place" integer,
	"person_id" uuid,
	"name_latin" text,
	"name_arabic" text,
	"birth_date" date,
	"nationality" text,
	"entry_year" integer,
	"grade" text,
	"source" text,
	"language" text NOT NULL,
	"status" text NOT NULL,
	"status_since" timestamptz NOT NULL,
	"held_from" text,
	"review_on" date,
	"outcome" text,
	"closed_by" text,
	"owner_id" uuid,
	"next_action_on" date,
	"applied_at" timestamptz NOT NULL,
	"revision" integer NOT NULL,
	"sort_name" text NOT NULL,
	"search_text" text NOT NULL,
	CONSTRAINT "students_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "students" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "student_changes" ADD CONSTRAINT "student_changes_school_id_student_id_students_school_id_id_fk" FOREIGN KEY ("school_id","student_id") REFERENCES "public"."students"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_commands" ADD CONSTRAINT "student_commands_school_id_student_id_students_school_id_id_fk" FOREIGN KEY ("school_id","student_id") REFERENCES "public"."students"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_proposals" ADD CONSTRAINT "student_proposals_school_id_student_id_students_school_id_id_fk" FOREIGN KEY ("school_id","student_id") REFERENCES "public"."students"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "student_changes_revision_key" ON "student_changes" USING btree ("school_id","student_id","revision");--> statement-breakpoint
CREATE INDEX "student_changes_recorded_idx" ON "student_changes" USING btree ("school_id","recorded_at");--> statement-breakpoint
CREATE INDEX "student_proposals_student_idx" ON "student_proposals" USING btree ("school_id","student_id","state");--> statement-breakpoint
CREATE UNIQUE INDEX "students_place_key" ON "students" USING btree ("school_id","submission_id","place");--> statement-breakpoint
CREATE INDEX "students_applied_idx" ON "students" USING btree ("school_id","applied_at","id");--> statement-breakpoint
CREATE INDEX "students_status_idx" ON "students" USING btree ("school_id","status","applied_at","id");--> statement-breakpoint
CREATE INDEX "students_name_idx" ON "students" USING btree ("school_id","sort_name","id");--> statement-breakpoint
CREATE INDEX "students_since_idx" ON "students" USING btree ("school_id","status_since","id");--> statement-breakpoint
CREATE INDEX "students_due_idx" ON "students" USING btree ("school_id",coalesce("next_action_on", '9999-12-31'::date),"id");--> statement-breakpoint
CREATE INDEX "students_owner_idx" ON "students" USING btree ("school_id","owner_id");--> statement-breakpoint
CREATE INDEX "students_reference_idx" ON "students" USING btree ("school_id","reference");--> statement-breakpoint
CREATE POLICY "student_changes_tenant_read" ON "student_changes" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "student_changes_tenant_add" ON "student_changes" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "student_commands_tenant_read" ON "student_commands" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "student_commands_tenant_add" ON "student_commands" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "student_proposals_tenant" ON "student_proposals" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "students_tenant" ON "students" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));