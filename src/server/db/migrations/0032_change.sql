CREATE TABLE "letter_edits" (
	"school_id" uuid NOT NULL,
	"name" text NOT NULL,
	"revision" integer NOT NULL,
	"template" jsonb,
	"updated_at" timestamptz NOT NULL,
	"updated_by" uuid NOT NULL,
	CONSTRAINT "letter_edits_school_id_name_pk" PRIMARY KEY("school_id","name")
);
--> statement-breakpoint
ALTER TABLE "letter_edits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "letter_templates" (
	"school_id" uuid NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"template" jsonb NOT NULL,
	"published_at" timestamptz NOT NULL,
	"published_by" uuid NOT NULL,
	CONSTRAINT "letter_templates_school_id_name_version_pk" PRIMARY KEY("school_id","name","version")
);
--> statement-breakpoint
ALTER TABLE "letter_templates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "issued_letters" ADD COLUMN "template_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE POLICY "letter_edits_tenant" ON "letter_edits" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "letter_templates_tenant_read" ON "letter_templates" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "letter_templates_tenant_add" ON "letter_templates" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));