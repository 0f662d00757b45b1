-- expand: the root of a school's faces is kept, and which key a school is by, so that the server's key can be exchanged; files of subject access
CREATE TABLE "subject_access_parts" (
	"school_id" uuid NOT NULL,
	"access_id" uuid NOT NULL,
	"no" integer NOT NULL,
	"path" text NOT NULL,
	"file_id" uuid,
	"content" "bytea",
	CONSTRAINT "subject_access_parts_school_id_access_id_no_pk" PRIMARY KEY("school_id","access_id","no")
);
--> statement-breakpoint
ALTER TABLE "subject_access_parts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "subject_accesses" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"asked_hash" text NOT NULL,
	"student_id" uuid NOT NULL,
	"language" text NOT NULL,
	"state" text NOT NULL,
	"started_at" timestamptz NOT NULL,
	"by_user" uuid NOT NULL,
	CONSTRAINT "subject_accesses_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "subject_accesses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "face_settings" ADD COLUMN "key_root" text;--> statement-breakpoint
ALTER TABLE "subject_access_parts" ADD CONSTRAINT "subject_access_parts_school_id_access_id_subject_accesses_school_id_id_fk" FOREIGN KEY ("school_id","access_id") REFERENCES "public"."subject_accesses"("school_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subject_accesses_student_idx" ON "subject_accesses" USING btree ("school_id","student_id");--> statement-breakpoint
CREATE INDEX "subject_accesses_running_idx" ON "subject_accesses" USING btree ("school_id") WHERE state = 'running';--> statement-breakpoint
CREATE POLICY "subject_access_parts_tenant" ON "subject_access_parts" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "subject_accesses_tenant" ON "subject_accesses" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "secrets_key" text;
