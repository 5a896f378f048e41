// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {IMinimalForwarder} from "./interfaces/IMinimalForwarder.sol";

/// @title ERC-2771 forwarder
contract MinimalForwarder is IMinimalForwarder, EIP712 {
    bytes32 private constant FORWARD_REQUEST_TYPEHASH = keccak256(
        "ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data)"
    );

    /// What the CALL itself may cost before the callee gets its gas: a cold account (2,600), and with
    /// ether also the transfer (9,000) and a new account (25,000); rounded up for the few opcodes
    /// between the check and the call.
    uint256 private constant CALL_RESERVE = 3_000;
    uint256 private constant CALL_WITH_VALUE_RESERVE = 37_000;

    mapping(address => uint256) private _nonces;

    constructor() EIP712("MinimalForwarder", "1") {}

    /// @inheritdoc IMinimalForwarder
    function execute(ForwardRequest calldata req, bytes calldata signature)
        external
        payable
        returns (bytes memory)
    {
        require(signature.length == 65, "MinimalForwarder: invalid signature length");
        require(msg.value == req.value, "MinimalForwarder: value mismatch");
        require(_isValid(req, signature), "MinimalForwarder: invalid signature");

        _nonces[req.from] = req.nonce + 1;
        emit RequestForwarded(req.from, req.nonce, true);

        // If anything below reverts, the nonce and the event above are undone with it.
        bytes memory payload = abi.encodePacked(req.data, req.from);
        require(_hasGasFor(req), "MinimalForwarder: insufficient gas");
        (bool success, bytes memory returned) = req.to.call{value: req.value, gas: req.gas}(payload);
        if (!success) _bubble(returned);
        return returned;
    }

    /// @inheritdoc IMinimalForwarder
    function executeBatch(ForwardRequest[] calldata requests, bytes[] calldata signatures)
        external
        payable
        returns (bool[] memory successes)
    {
        require(requests.length == signatures.length, "MinimalForwarder: length mismatch");
        _requireValue(requests);

        successes = new bool[](requests.length);
        uint256 refund;
        for (uint256 i = 0; i < requests.length; ++i) {
            ForwardRequest calldata req = requests[i];
            successes[i] = _tryExecute(req, signatures[i]);
            if (!successes[i]) refund += req.value;
        }

        if (refund != 0) {
            (bool refunded,) = msg.sender.call{value: refund}("");
            require(refunded, "MinimalForwarder: refund failed");
        }
    }

    /// @inheritdoc IMinimalForwarder
    function verify(ForwardRequest calldata req, bytes calldata signature) external view returns (bool) {
        require(signature.length == 65, "MinimalForwarder: invalid signature length");
        return _isValid(req, signature);
    }

    /// @inheritdoc IMinimalForwarder
    function getNonce(address from) external view returns (uint256) {
        return _nonces[from];
    }

    /// @dev Emits the one event that tells the outcome, whatever it is.
    function _tryExecute(ForwardRequest calldata req, bytes calldata signature) private returns (bool success) {
        if (signature.length == 65 && _isValid(req, signature)) {
            // Spent before the call, so that the callee cannot run the same request again.
            _nonces[req.from] = req.nonce + 1;
            bytes memory payload = abi.encodePacked(req.data, req.from);
            success = _hasGasFor(req) && _callIgnoringReturn(req, payload);
            // A failed call undid everything below it, so this is again the nonce as it stood before.
            if (!success) _nonces[req.from] = req.nonce;
        }
        emit RequestForwarded(req.from, req.nonce, success);
    }

    /// @dev Copies no return data: a callee could otherwise make the batch pay for megabytes of it.
    function _callIgnoringReturn(ForwardRequest calldata req, bytes memory payload)
        private
        returns (bool success)
    {
        (address to, uint256 value, uint256 gasLimit) = (req.to, req.value, req.gas);
        assembly ("memory-safe") {
            success := call(gasLimit, to, value, add(payload, 0x20), mload(payload), 0, 0)
        }
    }

    function _isValid(ForwardRequest calldata req, bytes calldata signature) private view returns (bool) {
        if (req.deadline != 0 && block.timestamp > req.deadline) return false;
        if (req.nonce != _nonces[req.from]) return false;
        // Refuses high s, and any v but 27 and 28. An error leaves the signer zero, and a request
        // from the zero address must not pass as signed by it.
        (address signer, ECDSA.RecoverError error,) =
            ECDSA.tryRecoverCalldata(_hashTypedDataV4(_hashRequest(req)), signature);
        return error == ECDSA.RecoverError.NoError && signer == req.from;
    }

    function _hashRequest(ForwardRequest calldata req) private pure returns (bytes32) {
        return keccak256(
            abi.encode(
                FORWARD_REQUEST_TYPEHASH,
                req.from,
                req.to,
                req.value,
                req.gas,
                req.nonce,
                req.deadline,
                keccak256(req.data)
            )
        );
    }

    /// @dev A call gets at most 63/64 of the gas that is left. Without this check a relayer could
    /// starve the inner call on purpose and still have it count as sent. To be asked right before
    /// the call, when everything else is paid for.
    function _hasGasFor(ForwardRequest calldata req) private view returns (bool) {
        uint256 reserve = req.value == 0 ? CALL_RESERVE : CALL_WITH_VALUE_RESERVE;
        uint256 left = gasleft();
        if (left <= reserve) return false;
        unchecked {
            left -= reserve;
            return left - left / 64 >= req.gas;
        }
    }

    /// @dev An overflowing sum cannot match what was sent either.
    function _requireValue(ForwardRequest[] calldata requests) private view {
        uint256 sum;
        bool overflowed;
        for (uint256 i = 0; i < requests.length; ++i) {
            unchecked {
                sum += requests[i].value;
                if (sum < requests[i].value) overflowed = true;
            }
        }
        require(!overflowed && sum == msg.value, "MinimalForwarder: value mismatch");
    }

    function _bubble(bytes memory returned) private pure {
        assembly ("memory-safe") {
            revert(add(returned, 0x20), mload(returned))
        }
    }
}
