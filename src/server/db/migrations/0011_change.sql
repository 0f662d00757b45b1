CREATE TABLE "subscriber_links" (
	"school_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"expires_at" timestamptz,
	CONSTRAINT "subscriber_links_school_id_token_hash_pk" PRIMARY KEY("school_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "subscriber_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "subscribers" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email_key" text NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"state" text NOT NULL,
	"asked_at" timestamptz NOT NULL,
	"confirmed_at" timestamptz,
	CONSTRAINT "subscribers_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "subscribers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "subscriber_links" ADD CONSTRAINT "subscriber_links_school_id_subscriber_id_subscribers_school_id_id_fk" FOREIGN KEY ("school_id","subscriber_id") REFERENCES "public"."subscribers"("school_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscriber_links_subscriber_idx" ON "subscriber_links" USING btree ("school_id","subscriber_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscribers_email_key" ON "subscribers" USING btree ("school_id","email_key");--> statement-breakpoint
CREATE INDEX "subscribers_asked_idx" ON "subscribers" USING btree ("school_id","state","asked_at");--> statement-breakpoint
CREATE POLICY "subscriber_links_tenant" ON "subscriber_links" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "subscribers_tenant" ON "subscribers" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));