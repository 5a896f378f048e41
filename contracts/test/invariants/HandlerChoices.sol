// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../../src/interfaces/IRegistry.sol";
import {TwinRegisters} from "./TwinRegisters.sol";

/// @title Whom and what a handler's calls are about
abstract contract HandlerChoices is TwinRegisters {
    /// The agent that the last call was about; it need not exist.
    uint256 public touched;

    /// Currencies and categories: the last two are too short and too long, by one byte.
    string[6] private _names =
        ["USDC", "EUR", "x", "a name of thirty-one bytes, max", "", "a name of thirty-two bytes, no.."];

    function _sendForAgent(uint256 agentId, bytes memory call) internal {
        address sender = _someoneFor(agentId);
        send(sender, call, refusalOfAgentCall(sender, agentId));
        _remember(agentId, sender);
    }

    function _sendAsOwner(bytes memory call) internal returns (bool success) {
        address sender = oneIn(3) ? anyone() : replica.owner();
        return send(sender, call, refusalOfOwnerCall(sender));
    }

    function _remember(uint256 agentId, address sender) internal {
        touched = agentId;
        if (_exists(agentId)) rememberState(direct, agentId, sender, replica.isSuspendedByRefusal(agentId));
    }

    /// @dev Now and then one that does not exist. One that is at its end gets a second draw, because
    /// there are ever more of them and little can happen to them.
    function _someAgent() internal returns (uint256 agentId) {
        uint256 total = replica.totalAgents();
        if (oneIn(12)) return choose(2) * (total + 1);
        agentId = 1 + choose(total + 1);
        if (memories[agentId].isFinal) agentId = 1 + choose(total + 1);
    }

    /// @dev Mostly an account that may act for the agent.
    function _someoneFor(uint256 agentId) internal returns (address) {
        if (!_exists(agentId)) return anyone();
        return oneIn(3) ? _outsiderTo(agentId) : _partyOf(agentId);
    }

    /// @dev Not only strangers: accounts with power elsewhere are the ones that might get through.
    function _outsiderTo(uint256 agentId) internal returns (address) {
        uint256 which = choose(4);
        if (which == 0) return replica.owner();
        if (which == 1) return _someRegulator();
        uint256 parentAgentId = replica.getAgent(agentId).parentAgentId;
        return which == 2 && parentAgentId != 0 ? _partyOf(parentAgentId) : anyone();
    }

    function _partyOf(uint256 agentId) internal returns (address) {
        IRegistry.Agent memory agent = replica.getAgent(agentId);
        uint256 party = choose(3);
        return party == 0 ? agent.agentWallet : party == 1 ? agent.creator : agent.haftungsperson;
    }

    /// @dev Mostly an account with the role; the owner has it without being named.
    function _someRegulator() internal returns (address candidate) {
        for (uint256 i = 0; i < 4; ++i) {
            candidate = anyone();
            if (replica.isRegulator(candidate)) return candidate;
        }
        return oneIn(3) ? candidate : replica.owner();
    }

    function _someName() internal returns (string memory) {
        return _names[oneIn(6) ? choose(6) : choose(3)];
    }

    function _someReason() internal returns (string memory) {
        return _someText(20);
    }

    /// @dev Mostly short; now and then as long as allowed, or one byte longer.
    function _someText(uint256 usually) internal returns (string memory) {
        bytes memory text = new bytes(oneIn(12) ? 1_000 + choose(2) : choose(usually));
        bytes32 letters = someHash();
        for (uint256 i = 0; i < text.length && i < 32; ++i) text[i] = letters[i];
        return string(text);
    }
}
