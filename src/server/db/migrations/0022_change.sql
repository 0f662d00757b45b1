CREATE TABLE "document_deeds" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"type" text NOT NULL,
	"revision" integer NOT NULL,
	"act" text NOT NULL,
	"state" text NOT NULL,
	"document_id" uuid,
	"by_user" uuid,
	"reason" text,
	"note" text,
	"day" date,
	"asked_hash" text,
	"at" timestamptz NOT NULL,
	CONSTRAINT "document_deeds_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "document_deeds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "document_links" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"guardian" text NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"asked_at" timestamptz NOT NULL,
	"asked_by" uuid NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"opened_at" timestamptz,
	"ended_at" timestamptz,
	CONSTRAINT "document_links_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "document_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "document_sets" (
	"school_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"pack" text NOT NULL,
	"types" jsonb NOT NULL,
	"set_at" timestamptz NOT NULL,
	"set_by" uuid NOT NULL,
	CONSTRAINT "document_sets_school_id_version_pk" PRIMARY KEY("school_id","version")
);
--> statement-breakpoint
ALTER TABLE "document_sets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "document_standings" (
	"school_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"type" text NOT NULL,
	"state" text NOT NULL,
	"expires_on" date,
	"promised_until" date,
	"is_sensitive" boolean NOT NULL,
	"since" timestamptz NOT NULL,
	"revision" integer NOT NULL,
	CONSTRAINT "document_standings_school_id_student_id_type_pk" PRIMARY KEY("school_id","student_id","type")
);
--> statement-breakpoint
ALTER TABLE "document_standings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "documents" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"type" text NOT NULL,
	"came_from" text NOT NULL,
	"by_user" uuid,
	"link_id" uuid,
	"added_at" timestamptz NOT NULL,
	CONSTRAINT "documents_school_id_student_id_id_pk" PRIMARY KEY("school_id","student_id","id")
);
--> statement-breakpoint
ALTER TABLE "documents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "submission_files" ALTER COLUMN "submission_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "document_deeds" ADD CONSTRAINT "document_deeds_standing_fk" FOREIGN KEY ("school_id","student_id","type") REFERENCES "public"."document_standings"("school_id","student_id","type") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "document_deeds_revision_key" ON "document_deeds" USING btree ("school_id","student_id","type","revision");--> statement-breakpoint
CREATE UNIQUE INDEX "document_links_token_key" ON "document_links" USING btree ("school_id","token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "document_links_guardian_key" ON "document_links" USING btree ("school_id","student_id","email");--> statement-breakpoint
CREATE INDEX "document_standings_state_idx" ON "document_standings" USING btree ("school_id","state","since");--> statement-breakpoint
CREATE INDEX "document_standings_expires_idx" ON "document_standings" USING btree ("school_id","expires_on");--> statement-breakpoint
CREATE INDEX "document_standings_promised_idx" ON "document_standings" USING btree ("school_id","promised_until");--> statement-breakpoint
CREATE INDEX "documents_file_idx" ON "documents" USING btree ("school_id","id");--> statement-breakpoint
CREATE POLICY "document_deeds_tenant_read" ON "document_deeds" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "document_deeds_tenant_add" ON "document_deeds" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "document_links_tenant" ON "document_links" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "document_sets_tenant_read" ON "document_sets" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "document_sets_tenant_add" ON "document_sets" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "document_standings_tenant" ON "document_standings" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "documents_tenant_read" ON "documents" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "documents_tenant_add" ON "documents" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));