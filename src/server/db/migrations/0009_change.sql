CREATE TABLE "criteria_links" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"slug" text NOT NULL,
	"submission_id" uuid,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"version" integer,
	"answers" jsonb NOT NULL,
	"updated_at" timestamptz,
	"asked_at" timestamptz NOT NULL,
	"asked_by" uuid NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"revoked_at" timestamptz,
	"handed_in_at" timestamptz,
	CONSTRAINT "criteria_links_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "criteria_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "criteria_links_token_key" ON "criteria_links" USING btree ("school_id","token_hash");--> statement-breakpoint
CREATE INDEX "criteria_links_submission_idx" ON "criteria_links" USING btree ("school_id","submission_id");--> statement-breakpoint
CREATE POLICY "criteria_links_tenant" ON "criteria_links" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));