CREATE TABLE "student_guardians" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"place" integer,
	"position" integer NOT NULL,
	"name_latin" text,
	"name_arabic" text,
	"relation" text,
	"phone" text,
	"email" text,
	"language" text,
	"is_legal_guardian" boolean,
	"may_sign" boolean,
	"may_collect" boolean,
	"lives_with_child" boolean,
	"pays_share" integer,
	CONSTRAINT "student_guardians_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "student_guardians" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "student_note_strikes" (
	"school_id" uuid NOT NULL,
	"note_id" uuid NOT NULL,
	"by_user" uuid NOT NULL,
	"reason" text NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "student_note_strikes_school_id_note_id_pk" PRIMARY KEY("school_id","note_id")
);
--> statement-breakpoint
ALTER TABLE "student_note_strikes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "student_notes" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"way" text NOT NULL,
	"text" text NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "student_notes_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "student_notes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "student_record_changes" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"by_user" uuid NOT NULL,
	"asked_hash" text NOT NULL,
	"changes" jsonb NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "student_record_changes_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "student_record_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "student_tasks" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"task" text NOT NULL,
	"due_on" date NOT NULL,
	"owner_id" uuid,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	"done_by" uuid,
	"done_at" timestamptz,
	CONSTRAINT "student_tasks_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "student_tasks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "student_guardians_student_idx" ON "student_guardians" USING btree ("school_id","student_id");--> statement-breakpoint
CREATE INDEX "student_notes_student_idx" ON "student_notes" USING btree ("school_id","student_id");--> statement-breakpoint
CREATE UNIQUE INDEX "student_record_changes_revision_key" ON "student_record_changes" USING btree ("school_id","student_id","revision");--> statement-breakpoint
CREATE INDEX "student_tasks_student_idx" ON "student_tasks" USING btree ("school_id","student_id");--> statement-breakpoint
CREATE INDEX "student_tasks_open_idx" ON "student_tasks" USING btree ("school_id","due_on") WHERE done_at is null;--> statement-breakpoint
CREATE POLICY "student_changes_tenant_erase" ON "student_changes" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and from_status is null and exists (select 1 from students s where s.school_id = student_changes.school_id and s.id = student_changes.student_id and s.origin = 'desk' and s.submission_id is null and s.status = 'new'));--> statement-breakpoint
CREATE POLICY "student_guardians_tenant" ON "student_guardians" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "student_note_strikes_tenant_read" ON "student_note_strikes" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "student_note_strikes_tenant_add" ON "student_note_strikes" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "student_notes_tenant_read" ON "student_notes" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "student_notes_tenant_add" ON "student_notes" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "student_record_changes_tenant_read" ON "student_record_changes" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "student_record_changes_tenant_add" ON "student_record_changes" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "student_record_changes_tenant_erase" ON "student_record_changes" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and revision > 1 and not exists (select 1 from students s where s.school_id = student_record_changes.school_id and s.id = student_record_changes.student_id));--> statement-breakpoint
CREATE POLICY "student_tasks_tenant" ON "student_tasks" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));