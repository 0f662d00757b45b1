CREATE TABLE "form_drafts" (
	"school_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"id" uuid NOT NULL,
	"slug" text NOT NULL,
	"version" integer NOT NULL,
	"language" text NOT NULL,
	"answers" jsonb NOT NULL,
	"started_at" timestamptz NOT NULL,
	"updated_at" timestamptz NOT NULL,
	"expires_at" timestamptz NOT NULL,
	CONSTRAINT "form_drafts_school_id_token_hash_pk" PRIMARY KEY("school_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "form_drafts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "form_drafts" ADD CONSTRAINT "form_drafts_school_id_slug_version_form_versions_school_id_slug_version_fk" FOREIGN KEY ("school_id","slug","version") REFERENCES "public"."form_versions"("school_id","slug","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "form_drafts_id_idx" ON "form_drafts" USING btree ("school_id","id");--> statement-breakpoint
CREATE INDEX "form_drafts_expires_idx" ON "form_drafts" USING btree ("school_id","expires_at");--> statement-breakpoint
CREATE POLICY "form_drafts_tenant" ON "form_drafts" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));