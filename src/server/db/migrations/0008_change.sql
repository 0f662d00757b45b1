CREATE TABLE "form_edits" (
	"school_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"revision" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"base_version" integer,
	"updated_at" timestamptz NOT NULL,
	"updated_by" uuid NOT NULL,
	CONSTRAINT "form_edits_school_id_slug_pk" PRIMARY KEY("school_id","slug")
);
--> statement-breakpoint
ALTER TABLE "form_edits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "form_edits" ADD CONSTRAINT "form_edits_school_id_slug_forms_school_id_slug_fk" FOREIGN KEY ("school_id","slug") REFERENCES "public"."forms"("school_id","slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "form_edits_tenant" ON "form_edits" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));