// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title ERC-2771 forwarder
/// @notice Executes calls that their authors signed and another account pays for. The target sees
/// the signer's address in the last 20 bytes of its calldata.
interface IMinimalForwarder {
    /// @notice A call as its author signed it (EIP-712, domain `MinimalForwarder` version `1`).
    /// @param gas what the inner call gets: exactly this, or the request does not run
    /// @param deadline the last second at which it may run; 0 for no limit
    struct ForwardRequest {
        address from;
        address to;
        uint256 value;
        uint256 gas;
        uint256 nonce;
        uint48 deadline;
        bytes data;
    }

    /// @notice What became of a request. Emitted once for each request that `execute` ran, and once
    /// for each request in a batch, failed or not.
    /// @param nonce the request's nonce; it is spent exactly when `success` is true
    event RequestForwarded(address indexed from, uint256 nonce, bool success);

    /// @notice Runs one request. Its revert reason bubbles up, and its nonce is then not spent.
    /// @dev Reverts `MinimalForwarder: invalid signature length`, `MinimalForwarder: invalid signature`
    /// (wrong signer, nonce or deadline), `MinimalForwarder: value mismatch` and
    /// `MinimalForwarder: insufficient gas`.
    function execute(ForwardRequest calldata req, bytes calldata signature)
        external
        payable
        returns (bytes memory);

    /// @notice Runs requests one after the other; one that is invalid or reverts stops no other.
    /// @dev The ether sent must be the sum of the requests' values; what failed requests did not use
    /// goes back to the sender. Reverts only for `MinimalForwarder: length mismatch`,
    /// `MinimalForwarder: value mismatch`, or a sender that refuses its refund.
    /// @return successes one flag for each request, in order
    function executeBatch(ForwardRequest[] calldata requests, bytes[] calldata signatures)
        external
        payable
        returns (bool[] memory successes);

    /// @notice Whether `execute` would accept the request now. Says nothing of the inner call.
    /// @dev Reverts `MinimalForwarder: invalid signature length`.
    function verify(ForwardRequest calldata req, bytes calldata signature) external view returns (bool);

    /// @notice The nonce that the signer's next request must carry.
    function getNonce(address from) external view returns (uint256);
}
