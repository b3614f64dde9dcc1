package gateway

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

// An OAuth asks for tokens as a client with a secret of its own, and no user.
type OAuth struct {
	// TokenURL is the address of the token endpoint.
	TokenURL string
	ClientID string
	Secret   Secret
	Scopes   []string
	// Parameters are what the endpoint wants besides, for instance resource.
	Parameters map[string]string
}

// tokenPatience bounds the wait for a token.
const tokenPatience = 10 * time.Second

// fetch asks for a token. The secret is read anew each time.
func (o *OAuth) fetch(ctx context.Context) (*oauth2.Token, error) {
	secret, err := o.Secret.Read(ctx)
	if err != nil {
		return nil, fmt.Errorf("client secret: %w", err)
	}
	config := clientcredentials.Config{ClientID: o.ClientID, ClientSecret: secret, TokenURL: o.TokenURL, Scopes: o.Scopes}
	for name, value := range o.Parameters {
		if config.EndpointParams == nil {
			config.EndpointParams = url.Values{}
		}
		config.EndpointParams.Set(name, value)
	}
	// The secret is for this endpoint alone: it follows no redirect.
	client := &http.Client{
		Timeout:       tokenPatience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	token, err := config.Token(context.WithValue(ctx, oauth2.HTTPClient, client))
	if refusal, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		return nil, fmt.Errorf("no token: the endpoint answers %d %s", refusal.Response.StatusCode, refusal.ErrorCode) // its text may hold anything
	}
	if err != nil {
		return nil, fmt.Errorf("no token: %w", err)
	}
	return token, nil
}
