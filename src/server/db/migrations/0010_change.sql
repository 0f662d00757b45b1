CREATE TABLE "account_drafts" (
	"school_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"slug" text NOT NULL,
	"version" integer NOT NULL,
	"language" text NOT NULL,
	"answers" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"started_at" timestamptz NOT NULL,
	"updated_at" timestamptz NOT NULL,
	"expires_at" timestamptz NOT NULL,
	CONSTRAINT "account_drafts_school_id_user_id_id_pk" PRIMARY KEY("school_id","user_id","id")
);
--> statement-breakpoint
ALTER TABLE "account_drafts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "account_drafts" ADD CONSTRAINT "account_drafts_school_id_slug_version_form_versions_school_id_slug_version_fk" FOREIGN KEY ("school_id","slug","version") REFERENCES "public"."form_versions"("school_id","slug","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_drafts_id_idx" ON "account_drafts" USING btree ("school_id","id");--> statement-breakpoint
CREATE POLICY "account_drafts_tenant" ON "account_drafts" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));