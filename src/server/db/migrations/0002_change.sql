CREATE TABLE "file_chunks" (
	"school_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"no" integer NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "file_chunks_school_id_file_id_no_pk" PRIMARY KEY("school_id","file_id","no")
);
--> statement-breakpoint
ALTER TABLE "file_chunks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "form_versions" (
	"school_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"version" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"published_at" timestamptz NOT NULL,
	"published_by" uuid,
	CONSTRAINT "form_versions_school_id_slug_version_pk" PRIMARY KEY("school_id","slug","version")
);
--> statement-breakpoint
ALTER TABLE "form_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "forms" (
	"school_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"published_version" integer,
	CONSTRAINT "forms_school_id_slug_pk" PRIMARY KEY("school_id","slug")
);
--> statement-breakpoint
ALTER TABLE "forms" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "submission_files" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"submission_id" uuid NOT NULL,
	"path" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"state" text NOT NULL,
	"completed_at" timestamptz,
	CONSTRAINT "submission_files_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "submission_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "submissions" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"reference" text NOT NULL,
	"slug" text NOT NULL,
	"version" integer NOT NULL,
	"purpose" text NOT NULL,
	"answers" jsonb NOT NULL,
	"language" text NOT NULL,
	"channel" text NOT NULL,
	"sender_id" uuid NOT NULL,
	"started_at" timestamptz NOT NULL,
	"received_at" timestamptz NOT NULL,
	"flags" text[] NOT NULL,
	CONSTRAINT "submissions_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "submissions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visitors" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"public_key" jsonb NOT NULL,
	"credit" integer NOT NULL,
	"admitted_at" timestamptz NOT NULL,
	"last_seen_at" timestamptz NOT NULL,
	CONSTRAINT "visitors_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "visitors" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "file_chunks" ADD CONSTRAINT "file_chunks_school_id_file_id_submission_files_school_id_id_fk" FOREIGN KEY ("school_id","file_id") REFERENCES "public"."submission_files"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_versions" ADD CONSTRAINT "form_versions_school_id_slug_forms_school_id_slug_fk" FOREIGN KEY ("school_id","slug") REFERENCES "public"."forms"("school_id","slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_files" ADD CONSTRAINT "submission_files_school_id_submission_id_submissions_school_id_id_fk" FOREIGN KEY ("school_id","submission_id") REFERENCES "public"."submissions"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_school_id_slug_version_form_versions_school_id_slug_version_fk" FOREIGN KEY ("school_id","slug","version") REFERENCES "public"."form_versions"("school_id","slug","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "submission_files_submission_idx" ON "submission_files" USING btree ("school_id","submission_id");--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_reference_key" ON "submissions" USING btree ("school_id","reference");--> statement-breakpoint
CREATE INDEX "submissions_received_idx" ON "submissions" USING btree ("school_id","purpose","received_at");--> statement-breakpoint
CREATE POLICY "file_chunks_tenant" ON "file_chunks" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "form_versions_tenant" ON "form_versions" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "forms_tenant" ON "forms" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "submission_files_tenant" ON "submission_files" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "submissions_tenant" ON "submissions" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "visitors_tenant" ON "visitors" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));